import type http from "node:http";
import { ASKED_PAGE_HEADER } from "@/lib/i18n/page-address";
import { LOCALE_COOKIE, routing } from "@/lib/i18n/routing";

export interface PageRead {
  /** What the page may differ by. */
  key: string;
  /** The skill whose facts alone it shows; null where it may show any. */
  skill: string | null;
}

const LANGUAGE = new RegExp(`^/(?:${routing.locales.join("|")})(?=/|$)`);
/** Pages about one skill that show nothing of others. */
const OF_ONE_SKILL = /^\/skills\/([^/]+)\/(?:api|examples|files|reviews|security|v|versions)(?:\/|$)/;
const PUBLIC = /^(?:\/?$|\/(?:skills|examples|audits|wanted|compare|people|agents|docs|errors)(?:\/|$))/;
/** Forms about one skill; who opens one is about to send something. */
const FORMS = /^\/skills\/[^/]+\/(?:report|bond|quarantine)(?:\/|$)/;
/** A page for React's own reading, or for a person that another header names. */
const OTHER_FORM = [
  "rsc",
  "next-action",
  "next-router-prefetch",
  "next-router-state-tree",
  ASKED_PAGE_HEADER,
];
/** Cookies that no page reads, or that only say the language. */
const NOBODYS = /^(?:(?:__Host-|__Secure-)?next-auth\.(?:csrf-token|callback-url))$/;
const LONGEST_ADDRESS = 1_000;
const LONGEST_LANGUAGES = 200;

/**
 * What is kept of a page, or null for one that is made anew: it is somebody's, or no revision speaks of what it shows.
 * Nobody is signed in where no cookie says so, and all of them are answered with the same page.
 */
export function keptPageRead({ method, url = "/", headers }: http.IncomingMessage): PageRead | null {
  if (method !== "GET" || url.length > LONGEST_ADDRESS) return null;
  if (OTHER_FORM.some((name) => headers[name] !== undefined) || headers.authorization !== undefined)
    return null;
  const address = url.split("?", 1)[0] ?? "/";
  const path = address.replace(LANGUAGE, "");
  if (!PUBLIC.test(path) || FORMS.test(path) || url.includes("_rsc=")) return null;
  const chosen = languageCookie(headers.cookie ?? "");
  const languages = headers["accept-language"] ?? "";
  if (chosen === null || languages.length > LONGEST_LANGUAGES) return null;
  const key = [url, chosen, path === address && chosen === "" ? languages : ""].join("\n");
  return { key, skill: OF_ONE_SKILL.exec(path)?.[1] ?? null };
}

/** The chosen language, empty without one; null where another cookie may say who asks. */
function languageCookie(cookies: string): string | null {
  let language = "";
  for (const cookie of cookies.split(";").filter((each) => each.trim() !== "")) {
    const [name = "", value = ""] = cookie.trim().split("=", 2);
    if (name === LOCALE_COOKIE) language = value;
    else if (!NOBODYS.test(name)) return null;
  }
  return language;
}
