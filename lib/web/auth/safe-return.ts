import { localizedPath } from "@/lib/platform/i18n/paths";

const PATH = /^\/[\w\-./?=&%]*(?:#[\w-]+)?$/;
/** What stands behind two slashes is another site, once somebody makes an address of the path anew. */
const SITE = /^\/\//;

/** Where a reader goes after signing in: only a path of this site, or a link could send people elsewhere. */
export function safeReturn(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string" || !PATH.test(wanted) || SITE.test(wanted)) return fallback;
  // `/.//elsewhere` is read as the path `//elsewhere`.
  return SITE.test(new URL(wanted, "http://here").pathname) ? fallback : wanted;
}

/** Where a reader signs in who wanted this page (a path without a language), and is led back to it in their language. */
export const signInPath = (locale: string, page: string): string =>
  localizedPath(locale, `/sign-in?return=${encodeURIComponent(localizedPath(locale, page))}`);
