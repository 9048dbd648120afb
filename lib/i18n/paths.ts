import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/i18n/routing";

/** Paths answered by the agent API or by Next itself: they are the same in every language. */
const WITHOUT_LANGUAGE = /^\/(?:v1|api|mcp|\.well-known|healthz|readyz|metrics|_next)(?:[/?#]|$)/;

/** Files at the root of the site. Any other name with a dot is a page or nothing, and the page that says so has a language. */
const ROOT_FILE =
  /^\/(?:favicon\.(?:svg|ico)|icon-\d+\.png|apple-touch-icon\.png|opengraph\.png|manifest\.webmanifest|(?:sitemap|feed|opensearch)\.xml|(?:robots|llms(?:-full)?)\.txt|(?:openapi|actions)\.json)(?:[?#]|$)/;

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
 * The address that shows a page in this language and keeps the choice. English has no prefix, and an address without one is
 * answered in the language chosen before; with its prefix it is chosen and leads to the address without.
 */
export function choosingPath(locale: Locale, path: string): string {
  if (locale !== DEFAULT_LOCALE) return localizedPath(locale, path);
  return path === "/" || path.startsWith("/?") ? `/${locale}${path.slice(1)}` : `/${locale}${path}`;
}

/** The same page in every language, as `<link rel="alternate" hreflang>` wants it. */
export function alternatePaths(path: string): Record<Locale | "x-default", string> {
  const paths = Object.fromEntries(LOCALES.map((locale) => [locale, localizedPath(locale, path)]));
  return { ...(paths as Record<Locale, string>), "x-default": localizedPath(DEFAULT_LOCALE, path) };
}
