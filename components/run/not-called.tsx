import { useTranslations } from "next-intl";
import { WhyNotCalled } from "@/components/run/why-not-called";
import type { SkillDetail } from "@/lib/registry/views";

/** Stands where a skill would be called: it was withdrawn, or why the market makes no calls of it. */
export function NotCalled({ skill }: { skill: Pick<SkillDetail, "runnable" | "obstacles"> }) {
  const t = useTranslations("run");
  return <div className="text-14 text-ink-2">{skill.runnable ? t("withdrawn") : <Why skill={skill} />}</div>;
}

function Why({ skill: { obstacles } }: { skill: Pick<SkillDetail, "obstacles"> }) {
  const t = useTranslations("run");
  return obstacles.length === 0 ? t("notRunnable") : <WhyNotCalled obstacles={obstacles} />;
}
