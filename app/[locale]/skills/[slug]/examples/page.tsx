import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { ExamplesTab } from "@/components/skill/examples/examples-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { RunSlot } from "../run-slot";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "examples", t("examples"));
}

export default async function SkillExamplesPage(props: SkillPageProps) {
  setRequestLocale((await props.params).locale);
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
