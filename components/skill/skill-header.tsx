import { useTranslations } from "next-intl";
import { categoryName } from "@/components/skill/category-name";
import { AuditMark } from "@/components/marks/audit-mark";
import { SkillMark } from "@/components/marks/skill-mark";
import { FollowForm, type FollowAction } from "@/components/following/follow-form";
import type { FollowState } from "@/lib/catalogue/following/follow";
import { AgentBadge, ByMaintainer, ClaimPill, PublisherDomain } from "@/components/skill/publisher";
import { languageOf } from "@/components/skill/files/language-of";
import { SkillStamp } from "@/components/skill/skill-stamp";
import { type SkillTab, skillPath } from "@/components/skill/links";
import { Avatar } from "@/components/ui/avatar";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { startOfDay } from "@/lib/kernel/clock";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { slot } from "@/components/ui/sentences";
import { Icon } from "@/components/ui/icon";
import { isPrerelease } from "@/lib/skill-format";

interface SkillHeaderProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  isOwn: boolean;
  tab: SkillTab;
}

/** Name, version, one sentence and the stamp; on other tabs than the first the name alone. */
export function SkillHeader({ skill, versions, isOwn, tab }: SkillHeaderProps) {
  const language = languageOf(skill.contentLanguage);
  if (tab !== "overview") return <ShortHeader skill={skill} versions={versions} isOwn={isOwn} tab={tab} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-10 gap-y-2 pt-7 to-720:pt-5 to-720:grid-cols-[minmax(0,1fr)]">
      <div>
        <div className="relative flex gap-x-3.5 to-720:gap-x-2.5">
          <SkillMark skill={skill} className="size-11 to-720:size-9" />
          <div className="min-w-0">
            <h1
              className="inline font-serif text-44 leading-[1.08] font-medium tracking-[-0.024em] wrap-anywhere to-720:text-34"
              lang={language}
            >
              {skill.displayName}
            </h1>
            <VersionMenu skill={skill} versions={versions} tab={tab} />
          </div>
        </div>
        <p className="mt-2.5 max-w-[64ch] text-18 leading-normal text-ink-2 to-720:text-16" lang={language}>
          {skill.description}
        </p>
      </div>
      <div className="pt-0.5 pr-5 to-720:hidden">
        <SkillStamp skill={skill} />
      </div>
    </div>
  );
}

/** What the reader of a tab has seen on the first one, in a line: which skill, which version, who checked it. */
function ShortHeader({ skill, versions, isOwn, tab }: SkillHeaderProps) {
  const t = useTranslations("skill.header");
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 pt-2">
      <div className="relative flex items-center gap-x-2.5">
        <SkillMark skill={skill} />
        <div className="min-w-0">
          <h1
            className="inline font-serif text-26 font-medium wrap-anywhere"
            lang={languageOf(skill.contentLanguage)}
          >
            {skill.displayName}
          </h1>
          <VersionMenu skill={skill} versions={versions} tab={tab} />
        </div>
      </div>
      <span className="text-14">
        <AuditMark skill={skill} />
      </span>
      {isOwn ? (
        <SiteLink className="link text-14" href={`/publish/${skill.versionId}`}>
          {t("manage")}
        </SiteLink>
      ) : null}
    </div>
  );
}

/** Whose it is and since when, and under which words it is found. */
export function SkillByLine({
  skill,
  isOwn,
  following,
}: Pick<SkillHeaderProps, "skill" | "isOwn"> & { following: { state: FollowState; act: FollowAction } }) {
  const t = useTranslations("skill.header");
  const words = useTranslations();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-3">
      {skill.publisher === null ? null : (
        <SiteLink
          className="inline-flex items-center gap-1.75 font-semibold text-ink"
          href={`/people/${encodeURIComponent(skill.publisher)}`}
        >
          <Avatar name={skill.publisher} />
          {skill.publisher}
        </SiteLink>
      )}
      {skill.publisherDomains.map((proven) => (
        <PublisherDomain key={proven.domain} publisher={skill.publisher ?? ""} proven={proven} />
      ))}
      {skill.authorAgent ? <AgentBadge agent={skill.authorAgent} link /> : null}
      <ClaimPill skill={skill} />
      <Age publishedAt={skill.publishedAt} createdAt={skill.createdAt} />
      <ByMaintainer uploader={skill.uploader} />
      {isOwn ? (
        <SiteLink className="link" href={`/publish/${skill.versionId}`}>
          {t("manage")}
        </SiteLink>
      ) : null}
      <FollowForm
        {...following}
        followed={{ kind: "skill", name: skill.slug }}
        page={skillPath(skill.slug)}
      />
      {skill.license === null ? null : <span>{t("license", { license: skill.license })}</span>}
      {skill.category === null ? null : (
        <SiteLink className="chip" href={`/skills?category=${encodeURIComponent(skill.category)}`}>
          {categoryName(skill.category, words)}
        </SiteLink>
      )}
      {[...new Set([...skill.capabilities, ...skill.tags])].slice(0, 8).map((word) => (
        <SiteLink key={word} className="chip" href={wordPath(skill, word)}>
          {word}
        </SiteLink>
      ))}
    </div>
  );
}

/** When this version came, and where that was another day, since when there is a skill of this name. */
export function Age({ publishedAt, createdAt }: Pick<SkillDetail, "publishedAt" | "createdAt">) {
  const t = useTranslations("skill.header");
  const day = slot(<When iso={publishedAt} as="day" />);
  if (startOfDay(new Date(createdAt)).getTime() === startOfDay(new Date(publishedAt)).getTime())
    return <span>{t.rich("published", { day })}</span>;
  const first = slot(<When iso={createdAt} as="day" />);
  return <span>{t.rich("published-since", { day, first })}</span>;
}

/** A capability leads to that capability; a tag is searched for. */
function wordPath(skill: SkillDetail, word: string): string {
  const name = skill.capabilities.includes(word) ? "capability" : "q";
  return `/skills?${name}=${encodeURIComponent(word)}`;
}

interface VersionMenuProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  tab: SkillTab;
}

const SHOWN = 12;

/** The version of this page and a menu of the others; withdrawn ones are struck through. */
function VersionMenu({ skill, versions, tab }: VersionMenuProps) {
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
