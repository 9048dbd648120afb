import { DEFAULT_LOCALE, type Locale } from "@/lib/i18n/routing";

export interface FeedChoice {
  locale: Locale;
  /** The feed of one skill alone. */
  slug?: string;
}

/** Address of a feed: `versions` or `seals`, of the market or of one skill, in one language. */
export function feedPath(what: "versions" | "seals", { locale, slug }: FeedChoice): string {
  const query = new URLSearchParams({
    ...(what === "versions" ? {} : { of: what }),
    ...(slug === undefined ? {} : { skill: slug }),
    ...(locale === DEFAULT_LOCALE ? {} : { lang: locale }),
  }).toString();
  return `/feed.xml${query === "" ? "" : `?${query}`}`;
}
