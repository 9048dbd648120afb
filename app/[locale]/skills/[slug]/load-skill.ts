import { headers } from "next/headers";
import { notFound, permanentRedirect, redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import type { Metadata } from "next";
import { pageAlternates } from "@/components/site/page-metadata";
import { hasCard, shareCard } from "@/components/share-card/share-card-tags";
import type { SkillPageData } from "@/components/skill/skill-frame";
import { skillPath, type SkillTab } from "@/components/skill/links";
import { currentActor } from "@/lib/web/auth/current-actor";
import { followAction } from "@/app/[locale]/following-actions";
import { pageLocale } from "@/app/[locale]/form-outcome";
import { advisoryWords } from "@/lib/advisories/advisory-words";
import { listAdvisoriesOf } from "@/lib/advisories/read-advisories";
import { listInstalls } from "@/lib/conversion/list-installs";
import { getFollowState } from "@/lib/catalogue/following/follow";
import { env } from "@/lib/platform/config/env";
import { isDomainError } from "@/lib/kernel/errors";
import { PAGE_PATH_HEADER, PAGE_QUERY_HEADER, localizedPath } from "@/lib/platform/i18n/paths";
import { findMedianPrice } from "@/lib/catalogue/prices/prices";
import { findConfusableName } from "@/lib/registry/names/confusable-names";
import { findImageMatch } from "@/lib/running/runners/compare-image";
import { findSameContent } from "@/lib/registry/versions/find-version";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";
import { listAlternatives } from "@/lib/search/search-skills";
import { asViewer } from "@/lib/web/auth/as-viewer";

export interface SkillPageProps {
  params: Promise<{ locale: string; slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * The skill of a page, in the version its address asks for; 404 if there is none. By a name it had before, it leads for
 * good to the same page under its present one. Read once per request.
 */
export async function loadSkill({ params, searchParams }: SkillPageProps): Promise<SkillPageData> {
  const [{ slug }, query] = await Promise.all([params, searchParams]);
  const asked = decodeSegment(slug);
  const data = await readSkill(asked, firstOf(query["version"]));
  const { skill } = data;
  return skill.slug === asked || skill.id === asked ? data : leadTo(skill.slug);
}

/** The page that was asked for, of the skill as it is called now. */
async function leadTo(slug: string): Promise<never> {
  const sent = await headers();
  const path = (sent.get(PAGE_PATH_HEADER) ?? "").replace(
    /(\/skills\/)[^/]+/,
    `$1${encodeURIComponent(slug)}`,
  );
  permanentRedirect(path + (sent.get(PAGE_QUERY_HEADER) ?? ""));
}

/** Title, description and language alternates of a skill's tab. */
export async function skillMetadata(
  props: SkillPageProps,
  tab: SkillTab,
  tabName?: string,
): Promise<Metadata> {
  const { skill, pinned } = await loadSkill(props);
  const locale = await getLocale();
  const listed = skill.claimStatus !== "expired" && skill.isLatest;
  return {
    title: tabName === undefined ? skill.displayName : `${tabName} · ${skill.displayName}`,
    description: skill.description,
    alternates: pageAlternates(locale, skillPath(skill.slug, tab, pinned), { slug: skill.slug }),
    openGraph: hasCard(skill)
      ? shareCard(skill.displayName, { of: { skill: skill.slug }, locale })
      : shareCard("Emporion"),
    robots: { index: listed, follow: true },
  };
}

const readSkill = cache((slug: string, version: string | undefined) =>
  asViewer(() => readShown(slug, version)),
);

async function readShown(slug: string, version: string | undefined): Promise<SkillPageData> {
  try {
    const [skill, versions, actor] = await Promise.all([
      getSkill(slug, version === undefined ? {} : { version }),
      listVersions(slug),
      currentActor(),
    ]);
    const locale = await pageLocale();
    const isOwn = actor !== null && [skill.publisher, ...skill.maintainers].includes(actor.username);
    const [median, resembled, sameContent, image, [advisories = []], instead, state] = await Promise.all([
      findMedianPrice(skill),
      findConfusableName(skill),
      findSameContent(skill),
      findImageMatch(skill),
      listAdvisoriesOf([{ skill: skill.slug, version: skill.version, digest: skill.packageDigest }]),
      isGone(skill) && !isOwn ? listAlternatives(skill) : null,
      getFollowState({ skillId: skill.id }, actor?.accountId ?? null),
    ]);
    const pinned = skill.isLatest ? undefined : skill.version;
    const origin = env().APP_URL;
    const installs = listInstalls(origin, { ...skill, slug: skill.manifest.slug });
    return {
      skill,
      versions,
      isOwn,
      pinned,
      origin,
      installs,
      median,
      resembled,
      sameContent,
      image,
      advisories: advisories.map((each) => ({ ...each, words: advisoryWords(each, locale) })),
      instead,
      following: { state, act: followAction },
    };
  } catch (error) {
    if (isDomainError(error, "SKILL_QUARANTINED")) {
      redirect(localizedPath(await getLocale(), `${skillPath(slug)}/quarantine`));
    }
    if (isDomainError(error, "VERSION_CLOSED")) {
      redirect(localizedPath(await getLocale(), `${skillPath(slug)}/closed`));
    }
    if (isDomainError(error, "SKILL_NOT_FOUND") || isDomainError(error, "VERSION_NOT_FOUND")) notFound();
    throw error;
  }
}

/** Whether no version is to be had, and none is on its way: withdrawn, never claimed in time, or rejected. */
function isGone({ isLatest, withdrawn, claimStatus, vettingStatus }: SkillDetail): boolean {
  return isLatest && (withdrawn || claimStatus === "expired" || vettingStatus === "rejected");
}

/** One part of an address as text; what is no valid escape is taken as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** One value of a query parameter. */
export function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
