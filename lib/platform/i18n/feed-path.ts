import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";

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

/** Address of a feed: `versions` or `seals`, of the market, of one skill or of a search, in one language. */
export function feedPath(
  what: "versions" | "seals",
  { locale, slug, search }: Omit<FeedChoice, "locale"> & { locale: string },
): string {
  const query = searchOfFeed(search);
  if (what !== "versions") query.append("of", what);
  if (slug !== undefined) query.append("skill", slug);
  if (locale !== DEFAULT_LOCALE) query.append("lang", locale);
  return query.size === 0 ? "/feed.xml" : `/feed.xml?${query.toString().replaceAll("%2C", ",")}`;
}
