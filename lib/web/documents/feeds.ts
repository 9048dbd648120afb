import { advisoryWords } from "@/lib/advisories/advisory-words";
import type { NewsItem } from "@/lib/catalogue/following/news";
import { newsWords } from "@/lib/catalogue/following/news-words";
import type { AdvisoryView } from "@/lib/advisories/read-advisories";
import type { NewPostView } from "@/lib/registry/questions/list-questions";
import type { SealView } from "@/lib/registry/views";
import type { NewVersionRow } from "@/lib/catalogue/list-new-versions";
import {
  feedPath,
  FOLLOWING_PAGE,
  newsFeedPath,
  searchOfFeed,
  type FeedChoice,
  localizedPath,
  alternatePaths,
  OPENSEARCH_TYPE,
  openSearchPath,
} from "@/lib/platform/i18n/paths";
import { feedTitle } from "@/lib/platform/i18n/feed-title";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { type Locale, LOCALES } from "@/lib/platform/i18n/routing";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { listDialectDocuments } from "./read-document";
import { GUIDES } from "./guides";
import { readApiDescription } from "./read-api-description";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Controls other than tab and line ends, halves of pairs and the two non-characters: XML 1.0 (2.2) cannot hold them.
 */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Text for an element or an attribute of an XML document; characters XML cannot hold are left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export interface FeedPlace extends FeedChoice {
  /** The public address of the market, without a slash at its end. */
  origin: string;
}

/**
 * New versions as an Atom feed: one entry each, with what its changelog or, without one, its skill says; of one skill also
 * `news` of its price and whether another takes its place.
 */
export function versionsFeed(
  versions: readonly NewVersionRow[],
  place: FeedPlace,
  news: readonly NewsItem[] = [],
): string {
  const { origin, locale } = place;
  const t = getTranslations({ locale, namespace: "feeds" });
  const entries = versions.map((version) => ({
    id: `${origin}/skills/${version.slug}/v/${encodeURIComponent(version.version)}`,
    title: `${version.displayName} ${version.version}`,
    address:
      origin + localizedPath(locale, `/skills/${version.slug}/v/${encodeURIComponent(version.version)}`),
    changedAt: version.publishedAt,
    author: version.publisher ?? t("nobody"),
    summary: version.changelog ?? version.description,
  }));
  return atomFeed({
    title: feedTitle(place),
    address: origin + feedPath("versions", place),
    page: origin + localizedPath(locale, pageOf(place)),
    language: locale,
    entries: [...entries, ...news.map((item) => newsEntry(item, place))].toSorted(
      (a, b) => b.changedAt.getTime() - a.changedAt.getTime(),
    ),
  });
}

/** What happened to what an account follows, as the Atom feed at its secret address. */
export function newsFeed(news: readonly NewsItem[], { key, ...place }: FeedPlace & { key: string }): string {
  const { origin, locale } = place;
  return atomFeed({
    title: getTranslations({ locale, namespace: "following" })("feed-title"),
    address: origin + newsFeedPath(key, locale),
    page: origin + localizedPath(locale, FOLLOWING_PAGE),
    language: locale,
    entries: news.map((item) => newsEntry(item, place)),
  });
}

function newsEntry(item: NewsItem, { origin, locale }: FeedPlace): FeedEntry {
  const { title, text, path } = newsWords(item, locale);
  return {
    id: `${origin}${FOLLOWING_PAGE}#${encodeURIComponent(item.id)}`,
    title,
    address: origin + localizedPath(locale, path),
    changedAt: item.occurredAt,
    author: item.publisher ?? getTranslations({ locale, namespace: "feeds" })("nobody"),
    summary: text || title,
  };
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

/** Advisories as an Atom feed: what happened to which versions, what to do, and whether it was withdrawn since. */
export function advisoriesFeed(advisories: readonly AdvisoryView[], place: FeedPlace): string {
  const { origin, locale, slug } = place;
  const t = getTranslations({ locale, namespace: "feeds" });
  return atomFeed({
    title: slug === undefined ? t("advisories") : t("advisories-of", { slug }),
    address: origin + feedPath("advisories", place),
    page: origin + localizedPath(locale, "/advisories"),
    language: locale,
    entries: advisories.map((advisory) => {
      const { summary, whatToDo } = advisoryWords(advisory, locale);
      const { id, reason, verifier, withdrawn } = advisory;
      return {
        id: `${origin}/advisories/${id}`,
        title: `${id}: ${withdrawn ? t("withdrawn", { title: summary }) : summary}`,
        address: origin + localizedPath(locale, `/advisories/${id}`),
        changedAt: new Date(advisory.modifiedAt),
        author: verifier ?? "Emporion",
        summary: [withdrawn?.reason ?? whatToDo, reason].join("\n"),
      };
    }),
  });
}

/** What is asked and answered under a skill as an Atom feed: one entry each, with its words and who wrote them. */
export function questionsFeed(posts: readonly NewPostView[], place: FeedPlace & { slug: string }): string {
  const { origin, locale, slug } = place;
  const t = getTranslations({ locale, namespace: "feeds" });
  const page = `/skills/${slug}/questions`;
  return atomFeed({
    title: t("questions-of", { slug }),
    address: origin + feedPath("questions", place),
    page: origin + localizedPath(locale, page),
    language: locale,
    entries: posts.map(({ id, questionId, username, text, createdAt }) => ({
      id: `${origin}${page}#${id}`,
      title: t(questionId === null ? "question" : "answer", { slug }),
      address: `${origin}${localizedPath(locale, `${page}?question=${questionId ?? id}`)}#${id}`,
      changedAt: new Date(createdAt),
      author: username ?? t("nobody"),
      summary: text ?? "",
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

/** How a browser searches the market from its own address bar, in one language (OpenSearch 1.1). */
export function openSearchXml(origin: string, locale: Locale): string {
  const t = getTranslations({ locale, namespace: "common" });
  const at = (path: string) => escapeXml(`${origin}${path}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Emporion</ShortName>
<Description>${escapeXml(t("search.engine"))}</Description>
<Language>${locale}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/x-icon">${at("/favicon.ico")}</Image>
<Url type="text/html" method="get" template="${at(localizedPath(locale, "/skills"))}?q={searchTerms}"/>
<Url type="${OPENSEARCH_TYPE}" rel="self" template="${at(openSearchPath(locale))}"/>
</OpenSearchDescription>
`;
}

const FIXED = [
  "/",
  "/skills",
  "/wanted",
  "/examples",
  "/audits",
  "/advisories",
  "/sets",
  "/validate",
  "/docs",
  "/docs/api",
  "/docs/errors",
  "/docs/dialects",
  "/docs/marks",
];

/** Every public page that no skill is needed for, without a language. */
export function listPublicPages(): string[] {
  const operations = Object.values(readApiDescription().paths).flatMap((methods) => Object.values(methods));
  return [
    ...FIXED,
    ...GUIDES.map((guide) => `/docs/${guide}`),
    ...operations.map(({ operationId }) => `/docs/api/${operationId}`),
    ...listDialectDocuments().map(({ id }) => `/docs/dialects/${id}`),
    ...ERROR_CODES.map((code) => `/errors/${code}`),
  ];
}

export interface SitemapPage {
  /** Path without a language. */
  path: string;
  changedAt?: Date;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A sitemap (sitemaps.org 0.9) of pages in every language, each with the addresses of the others. */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap((page) => LOCALES.map((locale) => urlXml(origin, locale, page)));
  return `${HEAD}\n<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("")}</urlset>\n`;
}

/** The list of sitemaps. */
export function sitemapIndexXml(addresses: readonly string[]): string {
  const maps = addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`);
  return `${HEAD}\n<sitemapindex xmlns="${SCHEMA}">\n${maps.join("")}</sitemapindex>\n`;
}

function urlXml(origin: string, locale: string, { path, changedAt }: SitemapPage): string {
  const address = (localized: string) => escapeXml(origin + encodeURI(localized));
  const links = Object.entries(alternatePaths(path)).map(
    ([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(other)}"/>`,
  );
  const changed = changedAt === undefined ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${address(localizedPath(locale, path))}</loc>${changed}${links.join("")}</url>\n`;
}
