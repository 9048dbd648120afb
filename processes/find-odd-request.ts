import type http from "node:http";

/** Why a request is answered before anything of the market has looked at it. */
export type Oddity = "misread" | "foreign" | "method" | "options";

type Asked = Pick<http.IncomingMessage, "method" | "url" | "headers">;

/** More than any page or operation reads. */
const MAX_PARAMETERS = 500;
const METHODS_OF_PAGES = new Set(["GET", "HEAD", "POST"]);
const METHODS_OF_FILES = new Set(["GET", "HEAD"]);
/** The framework makes a `Request` of each, which cannot have any other method. */
const METHODS_OF_ROUTES = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** How the framework names an action of a page. */
const ACTION = /^[0-9a-f]{40,64}$/;
const WITH_BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary="?[^\s";]{1,70}"?\s*(?:;|$)/i;

/** What may be done with a page. */
export const ALLOWED = "GET, HEAD, POST, OPTIONS";

/**
 * Next answers 500 where an address cannot be decoded, and the database where one holds NUL; it is the caller's
 * mistake. A query that repeats one name thousands of times is read in half a second.
 */
export function isWellFormed(url: string): boolean {
  return url.split("&", MAX_PARAMETERS + 1).length <= MAX_PARAMETERS && decoded(url) !== null;
}

/**
 * What of a request to the pages, or to a route beside them, is none of this market's: where the framework would fail
 * and call it an error of ours. Null for one that it can read. Bodies are not looked at (`watchRequest`).
 */
export function findOddity(request: Asked): Oddity | null {
  const { method = "GET", url = "/", headers } = request;
  if (url === "*") return method === "OPTIONS" ? "options" : "misread";
  const path = url.split("?", 1)[0] ?? "/";
  if (!path.startsWith("/") || !isWellFormed(url)) return "misread";
  if (path.startsWith("/api/")) return METHODS_OF_ROUTES.has(method) ? null : "method";
  // A page's address is decoded once more on its way to it.
  if (decoded(decoded(path) ?? "%") === null) return "misread";
  if (path.startsWith("/_next/")) return METHODS_OF_FILES.has(method) ? null : "method";
  if (method === "OPTIONS") return "options";
  if (!METHODS_OF_PAGES.has(method)) return "method";
  return method === "POST" ? findOddForm(headers) : null;
}

function findOddForm(headers: http.IncomingHttpHeaders): Oddity | null {
  if (isFromElsewhere(headers)) return "foreign";
  const { "next-action": action, "content-type": type = "" } = headers;
  if (action !== undefined && !ACTION.test(String(action))) return "misread";
  return /^multipart\//i.test(type) && !WITH_BOUNDARY.test(type) ? "misread" : null;
}

/** As the framework compares them, which then fails: the page's site, as its browser says, and the one that is asked. */
function isFromElsewhere({ origin, host, "x-forwarded-host": forwarded }: http.IncomingHttpHeaders): boolean {
  if (origin === undefined) return false;
  const asked = String(forwarded ?? host ?? "")
    .split(",", 1)[0]
    ?.trim();
  return !URL.canParse(origin) || new URL(origin).host !== asked;
}

/** Null for what holds NUL or an escape that is none. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes("\0") ? null : plain;
  } catch {
    return null;
  }
}
