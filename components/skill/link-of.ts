/**
 * Where a link in a skill's text leads. Addresses of other sites get `nofollow ugc`; a relative path leads to that
 * file of the package; everything else (placeholders, other schemes, files that are not there, paths out of the package)
 * is no link. `fileHref` gives undefined for a file that is not there.
 */
export function linkOf(
  href: string | undefined,
  fileHref: (path: string) => string | undefined,
): { href?: string; rel?: string } {
  if (href === undefined || href === "" || href.startsWith("#")) return {};
  if (/^(?:https?|mailto):/i.test(href))
    return isPlaceholder(href) ? {} : { href, rel: "nofollow ugc noopener" };
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("/") || href.includes("\\")) return {};
  const path = decode(href.replace(/[?#].*$/, "")).replace(/^(?:\.\/)+/, "");
  const file = path === "" || path.split("/").includes("..") ? undefined : fileHref(path.normalize("NFC"));
  return file === undefined ? {} : { href: file };
}

/** `https://MARKET/…` stands for an address: a name without a dot leads nowhere, but for this machine's own. */
function isPlaceholder(href: string): boolean {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return false;
  const { hostname } = new URL(href);
  return hostname !== "localhost" && !/[.:]/.test(hostname);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
