import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SkillFrame } from "@/components/skill/skill-frame";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { RunSlot } from "../run-slot";
import { useTranslations } from "next-intl";
import { ExampleItem } from "@/components/skill/examples/example-item";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/links";
import { Empty } from "@/components/ui/note";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { SkillDetail } from "@/lib/registry/views";
import { slot } from "@/components/ui/sentences";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "examples", t("examples"));
}

export default async function SkillExamplesPage(props: SkillPageProps) {
  const data = await loadSkill(props);
  const example = firstOf((await props.searchParams)["example"]);
  return (
    <SkillFrame
      {...data}
      tab="examples"
      run={
        example === undefined ? undefined : (
          <RunSlot skill={data.skill} median={data.median} example={example} />
        )
      }
    >
      <ExamplesTab skill={data.skill} pinned={data.pinned} />
    </SkillFrame>
  );
}

const OPEN_AT_FIRST = 3;

interface ExamplesTabProps {
  skill: SkillDetail;
  pinned: string | undefined;
}

/** Every example of the version; those that do not hold come with the reason. */
function ExamplesTab({ skill, pinned }: ExamplesTabProps) {
  const t = useTranslations("examples");
  if (skill.examples.length === 0) {
    return (
      <div className="pt-6">
        <Empty title={t("none")}>{t("none-text")}</Empty>
      </div>
    );
  }
  return (
    <div className="pt-5.5">
      <Summary skill={skill} />
      {skill.examples.map((example, index) => (
        <ExampleItem
          key={example.position}
          example={example}
          lang={languageOf(skill.contentLanguage)}
          open={index < OPEN_AT_FIRST}
          action={
            skill.runnable ? <UseInput skill={skill} pinned={pinned} position={example.position} /> : null
          }
        />
      ))}
    </div>
  );
}

function Summary({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("examples");
  const checkedAt = skill.examplesCheckedAt;
  return (
    <div className="flex flex-wrap items-start justify-between gap-5">
      <div>
        <h2 className="font-serif text-26 font-medium">
          {t("proven-of", { proven: skill.examplesProven, total: skill.examplesTotal })}
        </h2>
        <p className="mt-1 max-w-[62ch] text-ink-2">
          {checkedAt === null
            ? t("not-replayed")
            : t.rich("how", { version: skill.version, day: slot(<When iso={checkedAt} as="day" />) })}
        </p>
      </div>
      <a className="btn btn-sm" href={`/v1/agent/skills/${encodeURIComponent(skill.slug)}/schema`}>
        <Icon name="code" size={15} />
        {t("as-json")}
      </a>
    </div>
  );
}

/** Opens the same page with this input in the run form. */
function UseInput({ skill, pinned, position }: ExamplesTabProps & { position: number }) {
  const t = useTranslations("examples");
  const path = skillPath(skill.slug, "examples", pinned);
  return (
    <SiteLink
      className="btn btn-sm"
      href={`${path}${path.includes("?") ? "&" : "?"}example=${position + 1}#run`}
      rel="nofollow"
    >
      <Icon name="use" size={15} />
      {t("use")}
    </SiteLink>
  );
}
