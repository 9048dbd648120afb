import type { Metadata } from "next";
import {
  feedPath,
  type FeedChoice,
  alternatePaths,
  isLocale,
  localizedPath,
} from "@/lib/platform/i18n/paths";
import { feedTitle } from "@/lib/platform/i18n/feed-title";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";

/**
 * Canonical address of a page, the same page in the other languages, the feed of what it shows and the market's feeds,
 * for <head>.
 */
export function pageAlternates(
  given: string,
  path: string,
  shown: Omit<FeedChoice, "locale"> = {},
): Metadata["alternates"] {
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  const t = getTranslations({ locale, namespace: "feeds" });
  const market = { url: feedPath("versions", { locale }), title: feedTitle({ locale }) };
  const own = { url: feedPath("versions", { locale, ...shown }), title: feedTitle({ locale, ...shown }) };
  return {
    canonical: localizedPath(locale, path),
    languages: alternatePaths(path),
    types: {
      "application/atom+xml": [
        ...(own.url === market.url ? [] : [own]),
        market,
        { url: feedPath("seals", { locale }), title: t("seals") },
      ],
    },
  };
}
