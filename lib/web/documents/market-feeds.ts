import type { SealView } from "@/lib/registry/views";
import type { NewVersionRow } from "@/lib/catalogue/list-new-versions";
import { feedPath, searchOfFeed, type FeedChoice } from "@/lib/platform/i18n/feed-path";
import { feedTitle } from "@/lib/platform/i18n/feed-title";
import { getTranslations } from "@/lib/platform/i18n/get-translations";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { escapeXml } from "@/lib/web/documents/escape-xml";

export interface FeedPlace extends FeedChoice {
  /** The public address of the market, without a slash at its end. */
  origin: string;
}

/** New versions as an Atom feed: one entry each, with what its changelog or, without one, its skill says. */
export function versionsFeed(versions: readonly NewVersionRow[], place: FeedPlace): string {
  const { origin, locale } = place;
  const t = getTranslations({ locale, namespace: "feeds" });
  return atomFeed({
    title: feedTitle(place),
    address: origin + feedPath("versions", place),
    page: origin + localizedPath(locale, pageOf(place)),
    language: locale,
    entries: versions.map((version) => ({
      id: `${origin}/skills/${version.slug}/v/${encodeURIComponent(version.version)}`,
      title: `${version.displayName} ${version.version}`,
      address:
        origin + localizedPath(locale, `/skills/${version.slug}/v/${encodeURIComponent(version.version)}`),
      changedAt: version.publishedAt,
      author: version.publisher ?? t("nobody"),
      summary: version.changelog ?? version.description,
    })),
  });
}

/** The page that shows the same: of a skill, a person, an agent, or a list. */
function pageOf({ slug, search }: FeedChoice): string {
  if (slug !== undefined) return `/skills/${slug}/versions`;
  const query = searchOfFeed(search);
  const [name, value] = (query.size === 1 ? [...query][0] : undefined) ?? ["", ""];
  if (name === "publisher") return `/people/${encodeURIComponent(value)}`;
  if (name === "agent") return `/agents/${encodeURIComponent(value)}`;
  query.append("sort", "newest");
  return `/skills?${query.toString()}`;
}

/** New seals as an Atom feed: who signed which version, over which digest, until when. */
export function sealsFeed(seals: readonly SealView[], place: FeedPlace): string {
  const { origin, locale } = place;
  const t = getTranslations({ locale, namespace: "feeds" });
  return atomFeed({
    title: t("seals"),
    address: origin + feedPath("seals", place),
    page: origin + localizedPath(locale, "/audits"),
    language: locale,
    entries: seals.map((seal) => ({
      id: `${origin}/v1/audits/${seal.auditId}`,
      title: t("seal", { slug: seal.slug, version: seal.version }),
      address: origin + localizedPath(locale, `/skills/${seal.slug}/security`),
      changedAt: new Date(seal.issuedAt),
      author: seal.verifierName,
      summary: t("seal-text", {
        verifier: seal.verifierName,
        digest: seal.packageDigest,
        day: seal.expiresAt.slice(0, 10),
      }),
    })),
  });
}

interface FeedEntry {
  /** Stays the same for ever. */
  id: string;
  title: string;
  /** Whole address of the page. */
  address: string;
  changedAt: Date;
  author: string;
  summary: string;
}

interface Feed {
  title: string;
  /** Whole address of the feed, which is also its id. */
  address: string;
  /** Whole address of the page that shows the same. */
  page: string;
  language: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

const MAX_SUMMARY_CHARACTERS = 2_000;

const NOTHING_YET = new Date(0);

/** An Atom feed (RFC 4287). All texts are plain; what readers show is what stands in them. */
export function atomFeed({ title, address, page, language, entries }: Feed): string {
  const changedAt = entries[0]?.changedAt ?? NOTHING_YET;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<id>${escapeXml(address)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(address)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<updated>${changedAt.toISOString()}</updated>`,
    ...entries.map(entryXml),
    "</feed>\n",
  ].join("\n");
}

function entryXml({ id, title, address, changedAt, author, summary }: FeedEntry): string {
  return [
    "<entry>",
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
    `<updated>${changedAt.toISOString()}</updated>`,
    `<published>${changedAt.toISOString()}</published>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<summary>${escapeXml(Array.from(summary).slice(0, MAX_SUMMARY_CHARACTERS).join(""))}</summary>`,
    "</entry>",
  ].join("\n");
}
