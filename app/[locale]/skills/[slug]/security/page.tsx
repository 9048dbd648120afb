import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { SecurityTab } from "@/components/skill/security-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { RunSlot } from "../run-slot";
import { checkableSeal } from "./checkable-seal";

export const dynamic = "force-dynamic";

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "security", t("security"));
}

export default async function SkillSecurityPage(props: SkillPageProps) {
  setRequestLocale((await props.params).locale);
  const data = await loadSkill(props);
  return (
    <SkillFrame {...data} tab="security" run={<RunSlot skill={data.skill} />}>
      <SecurityTab skill={data.skill} origin={data.origin} checkable={checkableSeal(data.skill)} />
    </SkillFrame>
  );
}
