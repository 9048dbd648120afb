import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";

/** Paths answered by the agent API or by Next itself: they are the same in every language. */
const WITHOUT_LANGUAGE = /^\/(?:v1|api|mcp|\.well-known|healthz|readyz|metrics|_next)(?:[/?#]|$)/;

/** A file at the root of the site, such as `/llms.txt`. */
const ROOT_FILE = /^\/[^/?#]+\.[a-z0-9]+(?:[?#]|$)/;

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The address of a page in one language: `/skills` in Korean is `/ko/skills`.
 * Addresses of other sites, fragments and paths of the agent API are returned as they are.
 */
export function localizedPath(locale: string, path: string): string {
  if (!path.startsWith("/") || WITHOUT_LANGUAGE.test(path) || ROOT_FILE.test(path)) return path;
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/"
    ? `/${locale}`
    : path.startsWith("/?")
      ? `/${locale}${path.slice(1)}`
      : `/${locale}${path}`;
}

/**
 * The address that shows a page in this language and keeps the choice. English has no prefix, and an address without
 * one is answered in the language chosen before; with its prefix it is chosen and leads to the address without. What is
 * shown is a page whatever its name: also the one that says that nothing is called `/foo.bar`.
 */
export function choosingPath(locale: Locale, path: string): string {
  return path === "/" || path.startsWith("/?") ? `/${locale}${path.slice(1)}` : `/${locale}${path}`;
}

/** The same page in every language, as `<link rel="alternate" hreflang>` wants it. */
export function alternatePaths(path: string): Record<Locale | "x-default", string> {
  const paths = Object.fromEntries(LOCALES.map((locale) => [locale, localizedPath(locale, path)]));
  return { ...(paths as Record<Locale, string>), "x-default": localizedPath(DEFAULT_LOCALE, path) };
}

/** The header in which the proxy hands a page the query it was asked for with. */
export const PAGE_QUERY_HEADER = "x-page-query";

/** The header in which the proxy hands a page the path, with its language, that it was asked for by. */
export const PAGE_PATH_HEADER = "x-page-path";

/** The header in which a page that stands in for another is told the path, without a language, that was asked for. */
export const ASKED_PAGE_HEADER = "x-asked-page";

/** On this site: what begins with two slashes names another one. */
const OWN_PATH = /^\/(?![/\\])/;

/** The path, without a language, that a page stands in for; "/" where it is not told, or leads away from this site. */
export function askedPath(headers: Pick<Headers, "get">): string {
  const path = headers.get(ASKED_PAGE_HEADER) ?? "";
  return OWN_PATH.test(path) ? path : "/";
}

/** The header in which the page that stands in for a failed one is told under which digest the log has the failure. */
export const FAILURE_HEADER = "x-failure-digest";

/** The query of an address, "?" included, without what the framework adds on the way from another page; "" for none. */
export function pageQuery(search: string): string {
  const parts = search.replace(/^\?/, "").split("&");
  const own = parts.filter((part) => part !== "" && !/^_rsc(?:=|$)/.test(part));
  return own.length === 0 ? "" : `?${own.join("&")}`;
}

export interface FeedChoice {
  locale: Locale;
  /** The feed of one skill alone. */
  slug?: string;
  /** The feed of what a search finds: its query, as it stands in the address of the search. */
  search?: string;
}

/** Which part of a list, and in which order: a feed has its own. */
const OF_LISTS = ["sort", "page", "limit", "cursor"] as const;

/** What a feed is asked of a search, in one order whoever wrote it. */
export function searchOfFeed(search: string | undefined): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of OF_LISTS) query.delete(name);
  query.sort();
  return query;
}

/** Address of a feed: `versions`, `seals`, `advisories` or `questions`, of the market, of one skill or of a search, in one language. */
export function feedPath(
  what: "versions" | "seals" | "advisories" | "questions",
  { locale, slug, search }: Omit<FeedChoice, "locale"> & { locale: string },
): string {
  const query = searchOfFeed(search);
  if (what !== "versions") query.append("of", what);
  if (slug !== undefined) query.append("skill", slug);
  if (locale !== DEFAULT_LOCALE) query.append("lang", locale);
  return query.size === 0 ? "/feed.xml" : `/feed.xml?${query.toString().replaceAll("%2C", ",")}`;
}

/** What an account follows, and what happened to it. */
export const FOLLOWING_PAGE = "/dashboard/following";

/** Address of the Atom feed of what an account follows: whoever has the key reads it. */
export const newsFeedPath = (key: string, locale: string) =>
  `/following.xml?key=${key}${locale === DEFAULT_LOCALE ? "" : `&lang=${locale}`}`;

export const OPENSEARCH_TYPE = "application/opensearchdescription+xml";

/** Where browsers read how the market is searched, in one language. */
export const openSearchPath = (locale: Locale) =>
  locale === DEFAULT_LOCALE ? "/opensearch.xml" : `/opensearch.xml?lang=${locale}`;
