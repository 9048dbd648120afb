const NAME = "market-status";
const GONE = "410";

/** What a page that tells of something that is gone says in its head: a page cannot choose its status by itself. */
export const GONE_METADATA = { [NAME]: GONE };

/**
 * True for such a page; the server sends it with status 410. What people wrote cannot look like it: its angle brackets
 * are escaped.
 */
export function isGonePage(html: string): boolean {
  return html.includes(`<meta name="${NAME}" content="${GONE}"/>`);
}
