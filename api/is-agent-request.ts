import { LOCALES } from "@/lib/i18n/routing";

const AGENT_PATHS =
  /^\/(v1|api\/(v1|search|cli|actions)|actions\.json|feed\.xml|llms\.txt|mcp|s|\.well-known|openapi\.json|emporion(-client)?\.tgz|icons|healthz|readyz|metrics)(\/|\?|$)/;
/** The discovery index of a page: clients are given the page's address and look below it. */
const INDEX_OF_PAGE = /^\/[^?]{1,300}\/\.well-known\//;
/** Documents in the text they are written in; without the ending they are pages. */
const MARKDOWN = /^\/(docs\/[a-z-]{1,60}|errors\/[A-Z0-9_]{1,60})\.md(\?|$)/;
/** Pages whose plain form, or a program in its place, posts to their own address. */
const POSTED_PAGES = /^\/(drafts\/(claim|verify|claim-agent|claim-agent-complete)|owners\/verify)(\?|$)/;
const LANGUAGES = LOCALES.map((locale) => `/${locale}/`);

interface Asked {
  method?: string | undefined;
  url?: string | undefined;
}

/** True for what the agent API answers; everything else is a page. */
export function isAgentRequest({ method, url = "/" }: Asked): boolean {
  return (
    AGENT_PATHS.test(url) ||
    MARKDOWN.test(url) ||
    INDEX_OF_PAGE.test(url) ||
    (method === "POST" && POSTED_PAGES.test(url))
  );
}

/** True when a program, not a browser, opens a link of a mail: a link that does not work is told to it as a problem. */
export function isLinkOfProgram({ method, url = "/", accept = "" }: Asked & { accept?: string | undefined }) {
  return method === "GET" && POSTED_PAGES.test(url) && !/text\/html/i.test(accept);
}

/**
 * The address, without a language, under which the agent API tells what is wrong with a link of a mail; null for no
 * such link.
 */
export function checkOfLink({ method, url = "/" }: Asked): string | null {
  const path = LANGUAGES.reduce(
    (rest, prefix) => (rest.startsWith(prefix) ? rest.slice(prefix.length - 1) : rest),
    url,
  );
  return method === "GET" && POSTED_PAGES.test(path) ? path : null;
}
