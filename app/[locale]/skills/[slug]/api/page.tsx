import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiTab } from "@/components/skill/overview/api-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "api", t("api"));
}

export default async function SkillApiPage(props: SkillPageProps) {
  const data = await loadSkill(props);
  return (
    <SkillFrame {...data} tab="api">
      <ApiTab skill={data.skill} origin={data.origin} />
    </SkillFrame>
  );
}
