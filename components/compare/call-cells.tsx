import { useTranslations } from "next-intl";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { None } from "@/components/compare/none";
import { isCalled } from "@/components/run/is-called";
import { runtimeText } from "@/components/skill/overview/figures";
import { Proven } from "@/components/skill/examples/proven";
import { schemaFields } from "@/components/skill/overview/schema-fields";
import { Price } from "@/components/ui/price";
import type { SkillDetail } from "@/lib/registry/views";

// Cells about price and proof, and about how a skill is called.

/** More fields than this are counted only. */
const FIELDS_SHOWN = 8;

export function PriceOfCall({ skill }: ComparedSkill) {
  return <Price lamports={skill.priceLamports} />;
}

export function Examples({ skill }: ComparedSkill) {
  const t = useTranslations("skill.vouch");
  if (skill.examplesTotal === 0) return <span className="text-ink-3">{t("no-examples")}</span>;
  return <Proven proven={skill.examplesProven} total={skill.examplesTotal} />;
}

export function Runs({ skill }: ComparedSkill) {
  const t = useTranslations("compare");
  if (isCalled(skill)) return t("runs-yes");
  return t(skill.withdrawn ? "runs-withdrawn" : "runs-no");
}

export function Runtime({ skill }: ComparedSkill) {
  const text = runtimeText(skill);
  return text === null ? <None /> : <span className="mono">{text}</span>;
}

export function Input({ skill }: ComparedSkill) {
  return <Fields schema={skill.inputSchema} />;
}

export function Output({ skill }: ComparedSkill) {
  return <Fields schema={skill.outputSchema} />;
}

/** Name and type of each field, and whether it must be given. */
function Fields({ schema }: { schema: SkillDetail["inputSchema"] }) {
  const t = useTranslations();
  const fields = schemaFields(schema);
  if (fields.length === 0) return <None />;
  const more = fields.length - FIELDS_SHOWN;
  return (
    <ul>
      {fields.slice(0, FIELDS_SHOWN).map(({ name, type, required }) => (
        <li key={name}>
          <span className="mono">{name}</span>{" "}
          <span className="text-13 text-ink-3">
            {required ? `${type}${t("skill.vouch.comma")}${t("skill.api.required")}` : type}
          </span>
        </li>
      ))}
      {more > 0 ? <li className="text-13 text-ink-3">{t("compare.more-fields", { count: more })}</li> : null}
    </ul>
  );
}
