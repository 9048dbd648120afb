const PATH = /^\/[\w\-./?=&%]*(?:#[\w-]+)?$/;
/** What stands behind two slashes is another site, once somebody makes an address of the path anew. */
const SITE = /^\/\//;

/** Where a reader goes after signing in: only a path of this site, or a link could send people elsewhere. */
export function safeReturn(wanted: unknown, fallback: string): string {
  if (typeof wanted !== "string" || !PATH.test(wanted) || SITE.test(wanted)) return fallback;
  // `/.//elsewhere` is read as the path `//elsewhere`.
  return SITE.test(new URL(wanted, "http://here").pathname) ? fallback : wanted;
}
