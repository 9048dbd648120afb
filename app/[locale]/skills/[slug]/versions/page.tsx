import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { VersionsTab } from "@/components/skill/versions-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { RunSlot } from "../run-slot";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "versions", t("versions"));
}

export default async function SkillVersionsPage(props: SkillPageProps) {
  setRequestLocale((await props.params).locale);
  const data = await loadSkill(props);
  return (
    <SkillFrame {...data} tab="versions" run={<RunSlot skill={data.skill} />}>
      <VersionsTab skill={data.skill} versions={data.versions} />
    </SkillFrame>
  );
}
