/** The header in which the proxy hands a page the query it was asked for with. */
export const PAGE_QUERY_HEADER = "x-page-query";

/** The header in which the proxy hands a page the path, with its language, that it was asked for by. */
export const PAGE_PATH_HEADER = "x-page-path";

/** The header in which a page that stands in for another is told the path, without a language, that was asked for. */
export const ASKED_PAGE_HEADER = "x-asked-page";

/** On this site: what begins with two slashes names another one. */
const OWN_PATH = /^\/(?![/\\])/;

/** The path, without a language, that a page stands in for; "/" where it is not told, or leads away from this site. */
export function askedPath(headers: Pick<Headers, "get">): string {
  const path = headers.get(ASKED_PAGE_HEADER) ?? "";
  return OWN_PATH.test(path) ? path : "/";
}

/** The header in which the page that stands in for a failed one is told under which digest the log has the failure. */
export const FAILURE_HEADER = "x-failure-digest";

/** The query of an address, "?" included, without what the framework adds on the way from another page; "" for none. */
export function pageQuery(search: string): string {
  const parts = search.replace(/^\?/, "").split("&");
  const own = parts.filter((part) => part !== "" && !/^_rsc(?:=|$)/.test(part));
  return own.length === 0 ? "" : `?${own.join("&")}`;
}
