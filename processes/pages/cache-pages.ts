import type http from "node:http";
import { readAsNewAs, readRevision, findScope, type Scope } from "@/lib/registry/revisions/revisions";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";
import { logger } from "@/lib/kernel/observability/logger";
import {
  localeSetCookie,
  cookiesOf,
  isAddressOf,
  pageLanguage,
  withLocale,
  type PageLanguage,
} from "@/lib/platform/i18n/page-language";
import { sendCachedPage, toCachedPage, type CachedPage, type Reader } from "./cached-page";
import { isCrawler } from "@/lib/web/http/client-address";
import { ASKED_PAGE_HEADER } from "@/lib/platform/i18n/paths";
import { LOCALE_COOKIE, LOCALES } from "@/lib/platform/i18n/routing";

interface CacheKey {
  /** The address: it names the language too, and nothing else may make two pages of it differ. */
  address: string;
  language: PageLanguage;
  /** The skill whose facts alone it shows; null where it may show any. */
  skill: string | null;
}

/** Read in one way by everybody: no escapes, no empty parts, none that lead upwards. */
const PLAIN_PATH = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9_.~@:-]+)+)$/;
const LANGUAGE = new RegExp(`^/(?:${LOCALES.join("|")})(?=/|$)`);
/** Pages about one skill that show nothing of others. */
const OF_ONE_SKILL =
  /^\/skills\/([^/]+)\/(?:api|examples|files|questions|reviews|security|v|versions)(?:\/|$)/;
const PUBLIC =
  /^(?:\/?$|\/(?:skills|examples|audits|advisories|wanted|compare|people|agents|docs|errors)(?:\/|$))/;
/** Forms about one skill; who opens one is about to send something. */
const FORMS = /^\/skills\/[^/]+\/(?:report|bond|quarantine)(?:\/|$)/;
/** A page for React's own reading, or for a person that another header names. */
const OTHER_FORM = [
  "authorization",
  "rsc",
  "next-action",
  "next-router-prefetch",
  "next-router-state-tree",
  ASKED_PAGE_HEADER,
];
/** Cookies that no page reads. */
const NOBODYS = /^(?:(?:__Host-|__Secure-)?next-auth\.(?:csrf-token|callback-url))$/;
const LONGEST_ADDRESS = 1_000;
/** What says how an answer is sent and where it is logged, and who is counted; no page shows any of it. */
const PASSED = new Set([
  "host",
  "connection",
  "accept-encoding",
  "x-forwarded-for",
  "x-request-id",
  "traceparent",
  "tracestate",
]);

/**
 * What a page is cached by, or null for one that is rendered anew: it is somebody's, or no revision speaks of what it
 * shows. Nobody is signed in where no cookie says so, and all of them are answered with the same page.
 */
function cacheKey({ method, url = "/", headers }: http.IncomingMessage): CacheKey | null {
  if (method !== "GET" || url.length > LONGEST_ADDRESS) return null;
  if (OTHER_FORM.some((name) => headers[name] !== undefined)) return null;
  const [address = "/"] = url.split("?", 1);
  const path = address.replace(LANGUAGE, "");
  if (!PLAIN_PATH.test(address) || !PUBLIC.test(path) || FORMS.test(path) || url.includes("_rsc="))
    return null;
  if (!cookiesOf(headers.cookie ?? "").every(({ name }) => name === LOCALE_COOKIE || NOBODYS.test(name)))
    return null;
  const language = pageLanguage(address, (name) => [headers[name]].flat()[0]);
  if (!isAddressOf(language)) return null;
  return { address: url, language, skill: OF_ONE_SKILL.exec(path)?.[1] ?? null };
}

/**
 * Leaves of a request only what its key says: a page that is rendered for it and sent to others cannot show, or differ
 * by, anything else of whoever came first.
 */
function reduceToKey({ headers }: http.IncomingMessage, { language }: CacheKey): void {
  const reduced = {
    accept: "text/html",
    // Crawlers are not counted; which one it is says nothing.
    "user-agent": isCrawler(headers["user-agent"]) ? "crawler" : "reader",
    cookie: withLocale("", language.locale),
  };
  for (const name of Object.keys(headers)) if (!PASSED.has(name)) delete headers[name];
  Object.assign(headers, reduced);
}

/** Numbers of calls and words like "a minute ago" have no revision: this is how old they can be. */
const CACHE_MS = 30_000;

type End = http.ServerResponse["end"];
/** Told of a page that is about to be sent by `end`; true when it sends the page itself. */
export type CachePage = (html: string, end: End) => boolean;
type Render = (keep: CachePage | null) => Promise<void>;

/**
 * Sends public pages as they were made before while nothing that they show has changed since, on whichever process, to
 * all who are not signed in; any other is rendered. `bytes` bounds the memory; `inlineScripts` are the scripts that the
 * build writes into such a page, which alone its policy allows.
 */
export function cachePages({ bytes, inlineScripts }: { bytes: number; inlineScripts: readonly string[] }) {
  const pages = new AnswerCache<CachedPage>({ bytes, sizeOf: ({ bytes: held }) => held });

  return async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    render: Render,
  ): Promise<void> => {
    const key = cacheKey(request);
    const known = key && (await revisionFor(key));
    if (key === null || known === null) return render(null);
    const { revision } = known;
    const reader = readerOf(request, key);
    let end: End = response.end.bind(response);
    const send = (page: CachedPage) => {
      const grown = () => pages.weighAnew(key.address, page);
      return sendCachedPage(response, page, reader, { revision, end, grown });
    };
    const make = () =>
      new Promise<CachedPage | null>((resolve, reject) => {
        response.once("close", () => resolve(null)); // no page came of it
        reduceToKey(request, key);
        render((html, endOfHeld) => {
          end = endOfHeld;
          const page = toCachedPage(response, html, inlineScripts);
          resolve(page);
          return page !== null;
        }).catch(reject);
      });
    const { answer, made } = await pages.answer(key.address, { revision, ms: CACHE_MS }, () =>
      readAsNewAs(known, make),
    );
    if (answer !== null) await send(answer);
    else if (!made) await render(null);
  };
}

function readerOf({ headers }: http.IncomingMessage, { language }: CacheKey): Reader {
  return {
    acceptEncoding: [headers["accept-encoding"] ?? []].flat().join(),
    condition: headers["if-none-match"],
    setCookie: language.isNewChoice ? localeSetCookie(language.locale) : null,
  };
}

/** Null where it cannot be known: the page is made, and says itself what is wrong. */
async function revisionFor({ skill }: CacheKey): Promise<{ scope: Scope; revision: string } | null> {
  try {
    const scope = await findScope(skill);
    return scope === null ? null : { scope, revision: await readRevision(scope) };
  } catch (error) {
    logger.debug({ err: error }, "no revision to cache a page by");
    return null;
  }
}
