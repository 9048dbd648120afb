/** Where a reader goes after signing in: only a path of this site, or a link could send people elsewhere. */
export function safeReturn(wanted: unknown, fallback: string): string {
  return typeof wanted === "string" && /^\/(?![/\\])[\w\-./?=&%]*(?:#[\w-]+)?$/.test(wanted)
    ? wanted
    : fallback;
}
