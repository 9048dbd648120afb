import type { Metadata } from "next";
import { feedPath } from "@/lib/i18n/feed-path";
import { getTranslations } from "@/lib/i18n/get-translations";
import { alternatePaths, isLocale, localizedPath } from "@/lib/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";

/** Canonical address of a page, the same page in the other languages and the market's feeds, for <head>. */
export function pageAlternates(given: string, path: string, slug?: string): Metadata["alternates"] {
  const locale = isLocale(given) ? given : DEFAULT_LOCALE;
  const t = getTranslations({ locale, namespace: "feeds" });
  const ofSkill =
    slug === undefined
      ? []
      : [{ url: feedPath("versions", { locale, slug }), title: t("versions-of", { slug }) }];
  return {
    canonical: localizedPath(locale, path),
    languages: alternatePaths(path),
    types: {
      "application/atom+xml": [
        ...ofSkill,
        { url: feedPath("versions", { locale }), title: t("versions") },
        { url: feedPath("seals", { locale }), title: t("seals") },
      ],
    },
  };
}
