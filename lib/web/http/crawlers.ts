// Programs that read everything there is. HTTP clients (curl, node, python-requests) are not among them: here they are
// agents at work, and lists of "non-browsers" would leave out the very callers this market is for.
const CRAWLER =
  /bot\b|bot[/;)_-]|crawl|spider|slurp|scrap(?:er|ing)|archiver|facebookexternalhit|preview|monitor|uptime|pingdom|lighthouse|headlesschrome/i;

/** True for user agents of search engines, link previews and uptime checks: what they ask for is nobody's demand. */
export function isCrawler(userAgent: string | null | undefined): boolean {
  return CRAWLER.test(userAgent ?? "");
}
