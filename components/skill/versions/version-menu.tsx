import { useTranslations } from "next-intl";
import { skillPath, type SkillTab } from "@/components/skill/skill-path";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { isPrerelease } from "@/lib/skill-format";

interface VersionMenuProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  tab: SkillTab;
}

const SHOWN = 12;

/** The version of this page and a menu of the others; withdrawn ones are struck through. */
export function VersionMenu({ skill, versions, tab }: VersionMenuProps) {
  const t = useTranslations("skill.header");
  const published = versions.filter((version) => version.publishedAt !== null);
  if (published.length < 2) return <span className="version-only">{skill.version}</span>;
  return (
    <details className="menu version-menu">
      <summary aria-label={t("version-menu", { version: skill.version })}>
        {skill.version}
        <Icon name="chevron" size={14} />
      </summary>
      <div>
        {published.slice(0, SHOWN).map((row) => (
          <SiteLink
            key={row.id}
            href={skillPath(skill.slug, tab, row.version === skill.latestVersion ? undefined : row.version)}
            aria-current={row.id === skill.versionId ? "true" : undefined}
          >
            {row.yankedAt === null ? row.version : <s>{row.version}</s>}
            {row.version === skill.latestVersion ? <small>{t("latest")}</small> : null}
            {isPrerelease(row.version) ? <small>{t("prerelease")}</small> : null}
            {row.yankedAt === null ? null : <small>{t("withdrawn")}</small>}
          </SiteLink>
        ))}
        <SiteLink href={skillPath(skill.slug, "versions")}>
          <small>{t("all-versions", { count: published.length })}</small>
        </SiteLink>
      </div>
    </details>
  );
}
