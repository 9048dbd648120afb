import { useLocale, useTranslations } from "next-intl";
import { advisoryPath, type ShownAdvisory } from "@/components/advisories/advisory-table";
import { skillPath } from "@/components/skill/links";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { formatDay } from "@/lib/platform/i18n/format";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { EarlierContent } from "@/lib/registry/versions/find-version";
import type { SkillDetail, VersionRow, SkillAccess } from "@/lib/registry/views";
import { isPrerelease } from "@/lib/skill-format";

/** The newest ones are led to; all of them are in the security tab. */
const MOST_ADVISORIES = 5;

interface SkillNoticesProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  resembled: Resembled | null;
  sameContent: EarlierContent | null;
  /** Advisories in force about the shown version, the newest first. */
  advisories: readonly ShownAdvisory[];
}

/**
 * What a reader must know before anything else: who is shown it, named like another, the same as another, draft, withdrawn, not yet vetted, not the latest.
 */
export function SkillNotices({ skill, versions, resembled, sameContent, advisories }: SkillNoticesProps) {
  const t = useTranslations("skill.notice");
  const advised = useTranslations("advisories.notice");
  const locale = useLocale();
  const shown = versions.find((version) => version.id === skill.versionId);
  const carriedFrom = skill.audit?.carriedFrom ?? null;
  const claimDay = skill.claimExpiresAt === null ? null : formatDay(skill.claimExpiresAt, locale);
  return (
    <div className="notices">
      <AccessNote access={skill.skillAccess} />
      {advisories.length === 0 ? null : (
        <Note
          tone={advisories.some(({ severity }) => severity === "high") ? "bad" : "warn"}
          title={advised("title", { count: advisories.length })}
        >
          {advisories.slice(0, MOST_ADVISORIES).map(({ id, words }) => (
            <SiteLink key={id} className="link block w-fit" href={advisoryPath(id)}>
              {id}: {words.summary}
            </SiteLink>
          ))}
        </Note>
      )}
      {resembled === null ? null : (
        <Note
          tone="warn"
          title={t("resembles", { name: resembled.slug })}
          action={
            <SiteLink className="btn btn-sm" href={skillPath(resembled.slug)}>
              {t("to-resembled", { name: resembled.slug })}
            </SiteLink>
          }
        >
          {t("resembles-text", { ...resembled })}
        </Note>
      )}
      {skill.deprecated === null ? null : (
        <Note
          tone="warn"
          title={t("deprecated", { day: formatDay(skill.deprecated.since, locale) })}
          action={
            skill.deprecated.successor === null ? undefined : (
              <SiteLink className="btn btn-sm" href={skillPath(skill.deprecated.successor)}>
                {t("to-resembled", { name: skill.deprecated.successor })}
              </SiteLink>
            )
          }
        >
          <span className="wrap-anywhere">{skill.deprecated.message}</span>{" "}
          {skill.deprecated.successor === null
            ? null
            : t("deprecated-by", { name: skill.deprecated.successor })}
        </Note>
      )}
      {sameContent === null ? null : (
        <Note
          title={t(sameContent.isExact ? "same-content" : "near-content", { name: sameContent.slug })}
          action={
            <SiteLink className="btn btn-sm" href={skillPath(sameContent.slug)}>
              {t("to-resembled", { name: sameContent.slug })}
            </SiteLink>
          }
        >
          {t(sameContent.isExact ? "same-content-text" : "near-content-text", {
            slug: sameContent.slug,
            publisher: sameContent.publisher,
            day: formatDay(sameContent.publishedAt.toISOString(), locale),
          })}
        </Note>
      )}
      {skill.claimStatus === "draft" ? (
        <Note tone="warn" title={t("draft")}>
          {claimDay === null ? t("draft-text") : t("draft-until", { day: claimDay })}
        </Note>
      ) : null}
      {skill.claimStatus === "expired" ? <Note title={t("expired")}>{t("expired-text")}</Note> : null}
      {shown?.yankedAt ? (
        <Note
          tone="bad"
          title={t(skill.isLatest ? "gone" : "yanked", {
            version: skill.version,
            day: formatDay(shown.yankedAt, locale),
          })}
        >
          {shown.yankReason ?? t("yanked-text")}
        </Note>
      ) : null}
      {(["upheld", "open"] as const).map((state) =>
        skill.challenges[state] === 0 ? null : (
          <Note
            key={state}
            tone={state === "upheld" ? "bad" : "warn"}
            title={t(`challenge-${state}`, { count: skill.challenges[state] })}
            action={
              <SiteLink
                className="btn btn-sm"
                href={`${skillPath(skill.slug, "security", skill.isLatest ? undefined : skill.version)}#challenges`}
              >
                {t("to-challenges", { count: skill.challenges[state] })}
              </SiteLink>
            }
          >
            {t(`challenge-${state}-text`)}
          </Note>
        ),
      )}
      {skill.challenges.quiet === 0 ? null : (
        <p className="text-13 text-ink-2">
          {t("challenge-quiet", { count: skill.challenges.quiet })}{" "}
          <SiteLink
            className="link"
            href={`${skillPath(skill.slug, "security", skill.isLatest ? undefined : skill.version)}#challenges`}
          >
            {t("to-challenges", { count: skill.challenges.quiet })}
          </SiteLink>
        </p>
      )}
      {carriedFrom === null || skill.challenges.carried === 0 ? null : (
        <Note
          tone="warn"
          title={t("challenge-carried", { version: carriedFrom })}
          action={
            <SiteLink
              className="btn btn-sm"
              href={`${skillPath(skill.slug, "security", carriedFrom)}#challenges`}
            >
              {t("to-challenges", { count: skill.challenges.carried })}
            </SiteLink>
          }
        >
          {t("challenge-carried-text")}
        </Note>
      )}
      {skill.vettingStatus === "approved" ? null : (
        <Note tone={skill.vettingStatus === "rejected" ? "bad" : "warn"} title={t(skill.vettingStatus)}>
          {t(`${skill.vettingStatus}-text`)}
        </Note>
      )}
      {skill.isLatest ? null : (
        <Note
          title={t("older", { version: skill.version })}
          action={
            <SiteLink className="btn btn-sm" href={skillPath(skill.slug)}>
              {t("to-latest", { version: skill.latestVersion })}
            </SiteLink>
          }
        >
          {t(isPrerelease(skill.version) ? "prerelease-text" : "older-text", {
            version: skill.latestVersion,
          })}
        </Note>
      )}
    </div>
  );
}

/** That a skill is not everybody's to see, or to install; nothing of a public one. */
function AccessNote({ access }: { access: SkillAccess }) {
  const t = useTranslations("skill.access-note");
  if (access === "public") return null;
  return (
    <Note
      title={t(`${access}.title`)}
      action={
        <SiteLink className="btn btn-sm" href="/docs/private-skills">
          {t("more")}
        </SiteLink>
      }
    >
      {t(`${access}.text`)}
    </Note>
  );
}
