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
