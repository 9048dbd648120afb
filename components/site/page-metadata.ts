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
        { url: feedPath("advisories", { locale }), title: t("advisories") },
      ],
    },
  };
}

interface PageAddress {
  params: Promise<{ locale: string }>;
}

const messagesOf = (locale: string, namespace: string) =>
  getTranslations({ locale: isLocale(locale) ? locale : DEFAULT_LOCALE, namespace });

/** Title, summary and other languages of a page whose address holds nothing else, from its messages `title` and `lead`. */
export function publicPage(path: string, namespace: string) {
  return async ({ params }: PageAddress): Promise<Metadata> => {
    const { locale } = await params;
    const words = messagesOf(locale, namespace);
    return { title: words("title"), description: words("lead"), alternates: pageAlternates(locale, path) };
  };
}

/** Title of a page that search engines are to leave out. */
export function unlistedPage(namespace: string, title = "title") {
  return async ({ params }: PageAddress): Promise<Metadata> => ({
    title: messagesOf((await params).locale, namespace)(title),
    robots: { index: false },
  });
}
