import { useTranslations } from "next-intl";
import { AuditWords } from "@/components/marks/audit-words";
import { Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";
import { AccessText } from "@/components/skill/security/access-text";
import { accessWords, undeclaredWords } from "@/components/skill/security/access-words";
import { Proven } from "@/components/skill/examples/proven";
import type { RowFact } from "@/components/skill/row/shared-facts";
import { Icon } from "@/components/ui/icon";
import type { AccessView, SkillRow } from "@/lib/registry/views";

interface SkillMetaProps {
  skill: SkillRow;
  /** What is said above the list already. */
  said?: ReadonlySet<RowFact> | undefined;
}

/** What waits for a decision, as the skill's own page says it. */
const CHALLENGED = ["open", "carried", "quiet"] as const;

/** Who checked it, who stands behind it, proof, what it may touch, and platforms: the same order in every row. */
export function SkillMeta({ skill, said }: SkillMetaProps) {
  const t = useTranslations("common");
  const { average, count } = skill.rating;
  const fact = (name: RowFact) =>
    said?.has(name) ? null : (
      <li key={name}>
        <FactWords fact={name} skill={skill} />
      </li>
    );
  const facts = [
    fact("audit"),
    ...CHALLENGED.flatMap((kind) =>
      skill.challenges[kind] === 0
        ? []
        : [
            <li key={kind} className={kind === "quiet" ? "text-ink-3" : "font-medium text-caution"}>
              {t(`challenges.${kind}`, { count: skill.challenges[kind] })}
            </li>,
          ],
    ),
    fact("trust"),
    skill.examplesTotal > 0 ? fact("proven") : null,
    fact("access"),
    average === null ? null : <li key="rated">{t("rated", { average: average.toFixed(1), count })}</li>,
    fact("platforms"),
  ].filter((item) => item !== null);
  return facts.length === 0 ? null : <ul className="row-meta">{facts}</ul>;
}

/** Above a list: the facts in which its rows do not differ. Nothing where they differ in each. */
export function SharedFacts({ rows, facts }: { rows: readonly SkillRow[]; facts: ReadonlySet<RowFact> }) {
  const t = useTranslations("common");
  const [first] = rows;
  if (first === undefined || facts.size === 0) return null;
  return (
    <div className="rows-shared">
      <p>{t("all-here")}</p>
      <ul className="row-meta">
        {[...facts].map((fact) => (
          <li key={fact}>
            <FactWords fact={fact} skill={first} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FactWords({ fact, skill }: { fact: RowFact; skill: SkillRow }) {
  const t = useTranslations("common");
  switch (fact) {
    case "audit":
      return (
        <>
          <Seal state={skill.auditState} size={16} />
          <AuditWords skill={skill} />
        </>
      );
    case "trust":
      return (
        <>
          <TrustMark level={skill.trustLevel} size={16} />
          {t(`trust.${skill.trustLevel}`)}
        </>
      );
    case "proven":
      return <Proven proven={skill.examplesProven} total={skill.examplesTotal} />;
    case "access":
      return <AccessSummary access={skill.access} />;
    case "platforms":
      return skill.convertsTo.length > 0 ? t("platforms", { count: skill.convertsTo.length }) : t("manual");
  }
}

function AccessSummary({ access }: { access: AccessView }) {
  const isClosed = accessWords(access).length + undeclaredWords(access).length === 0;
  return (
    <>
      <Icon name={isClosed ? "lock" : "plug"} size={14} />
      <AccessText access={access} />
    </>
  );
}
