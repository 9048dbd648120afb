import type http from "node:http";
import { isCrawler } from "@/lib/web/http/client-address";
import { ASKED_PAGE_HEADER } from "@/lib/platform/i18n/paths";
import {
  cookiesOf,
  isAddressOf,
  pageLanguage,
  withLocale,
  type PageLanguage,
} from "@/lib/platform/i18n/page-language";
import { LOCALE_COOKIE, LOCALES } from "@/lib/platform/i18n/routing";

export interface CacheKey {
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
export function cacheKey({ method, url = "/", headers }: http.IncomingMessage): CacheKey | null {
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
export function reduceToKey({ headers }: http.IncomingMessage, { language }: CacheKey): void {
  const reduced = {
    accept: "text/html",
    // Crawlers are not counted; which one it is says nothing.
    "user-agent": isCrawler(headers["user-agent"]) ? "crawler" : "reader",
    cookie: withLocale("", language.locale),
  };
  for (const name of Object.keys(headers)) if (!PASSED.has(name)) delete headers[name];
  Object.assign(headers, reduced);
}
