import { useTranslations } from "next-intl";
import { skillPath, type SkillTab } from "@/components/skill/skill-path";
import { worstFindings } from "@/components/skill/security/worst-findings";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

const TABS: readonly SkillTab[] = ["overview", "examples", "versions", "files", "security", "reviews", "api"];

/** Tabs as links: each has an address of its own. */
export function SkillTabs({
  skill,
  tab,
  pinned,
}: {
  skill: SkillDetail;
  tab: SkillTab;
  pinned: string | undefined;
}) {
  const t = useTranslations("skill.tabs");
  const worst = worstFindings(skill.findings);
  const counts: Partial<Record<SkillTab, string>> = {
    examples: String(skill.examplesTotal),
    versions: String(skill.counts.versions),
    files: String(skill.counts.files),
    reviews: String(skill.rating.count),
    ...(worst === null ? {} : { security: t(`findings-${worst.severity}`, { count: worst.count }) }),
  };
  return (
    <nav className="tabs" aria-label={t("label")}>
      {TABS.map((name) => (
        <SiteLink
          key={name}
          href={skillPath(skill.slug, name, pinned)}
          aria-current={name === tab ? "page" : undefined}
        >
          {t(name)}
          {counts[name] === undefined ? null : <span>{counts[name]}</span>}
        </SiteLink>
      ))}
    </nav>
  );
}
