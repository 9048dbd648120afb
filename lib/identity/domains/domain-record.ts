import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { env } from "@/lib/platform/config/env";
import { keyedHash } from "@/lib/platform/config/server-key";

/** A name in the DNS has 253 characters (RFC 1035 2.3.4), and the record stands below the domain, at `_emporion.`. */
const MAX_CHARACTERS = 253 - "_emporion.".length;
const MAX_WRITTEN = 512;
/** What `domainToASCII` would cut off, decode or read as something else than a name. */
const NOT_OF_A_NAME = /[\s/:@?#[\]\\%]/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A domain as it is asked for in the DNS, read from what somebody wrote: lower case, ASCII (`xn--…` for other scripts),
 * two labels or more, no dot at its end. Null for anything else: an address, a port, an IP address, a single label, a
 * name that is too long.
 */
export function readDomainName(written: string): string | null {
  const text = written.trim();
  if (text.length > MAX_WRITTEN || NOT_OF_A_NAME.test(text)) return null;
  const name = domainToASCII(text).replace(/\.$/, "");
  const labels = name.split(".");
  if (name.length > MAX_CHARACTERS || labels.length < 2 || isIP(name) !== 0) return null;
  // What stands for another script must be one: newer releases of Node.js leave what they cannot decode as it is.
  const isDecoded = !domainToUnicode(name)
    .split(".")
    .some((label) => label.startsWith("xn--"));
  return isDecoded && labels.every((label) => LABEL.test(label)) ? name : null;
}

const TOKEN_CHARACTERS = 32;
/** Some panels store the quotation marks they show. */
const RECORD = /^"?emporion-publisher=[^\s"/]+\/([\w-]+)"?$/;

/** What an account sets in the DNS to prove a domain. */
export interface DomainRecord {
  /** Of the TXT record. */
  name: string;
  value: string;
}

/** Where the record of a domain stands. */
export const recordName = (domain: string) => `_emporion.${domain}`;

/** The record that proves a domain for an account: the same whenever it is asked for, and no secret. */
export function domainRecord(accountId: string, domain: string): DomainRecord {
  const market = new URL(env().APP_URL).host;
  return {
    name: recordName(domain),
    value: `emporion-publisher=${market}/${tokenOf(accountId, domain)}`,
  };
}

/**
 * Whether one of these texts of TXT records is an account's for a domain. Its token alone decides: it holds for this
 * market and this account, and the host beside it, which may have changed, is for people.
 */
export function hasRecord(texts: readonly string[], accountId: string, domain: string): boolean {
  const token = tokenOf(accountId, domain);
  return texts.some((text) => RECORD.exec(text.trim())?.[1] === token);
}

/** Without the market's key nobody knows it before the account shows it, so that none is set ahead. */
const tokenOf = (accountId: string, domain: string) =>
  keyedHash("publisher domains", `${accountId} ${domain}`).toString("base64url").slice(0, TOKEN_CHARACTERS);

/** What the DNS says of the TXT records of a name. */
export type TxtAnswer =
  /** The texts of its records, each in one piece. */
  | { kind: "texts"; texts: readonly string[] }
  /** The DNS has answered that there is no such name, or no such record. */
  | { kind: "none" }
  /** Nobody has answered, or only that it could not be found out: that says nothing of the record. */
  | { kind: "no-answer" };

/** Who asks the DNS; replaced where tests have none. */
export interface TxtLookup {
  /** Never throws, and always answers within seconds. */
  lookUp: (name: string) => Promise<TxtAnswer>;
}

/** For one question to one server. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** For all of it, however many servers there are. */
const OVERALL_MS = 6_000;
/**
 * A domain may have as many TXT records as it likes; ours is short, and among the first of a name that is only for it.
 */
const MAX_RECORDS = 64;
const MAX_RECORD_CHARACTERS = 512;
/** The DNS says so itself: no such name (NXDOMAIN), or a name without such a record (NODATA). */
const NONE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the name servers of `DNS_SERVERS`, else those of this machine. */
export const dnsLookup: TxtLookup = { lookUp: (name) => askDns(name, env().DNS_SERVERS) };

/** The TXT records of a name, as these servers (or those of this machine) tell them. */
export async function askDns(
  name: string,
  servers: readonly string[] | undefined,
  overallMs = OVERALL_MS,
): Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const over = setTimeout(() => resolver.cancel(), overallMs);
  try {
    const records = await resolver.resolveTxt(name);
    const texts = records.slice(0, MAX_RECORDS).map((pieces) => pieces.join(""));
    return { kind: "texts", texts: texts.filter(({ length }) => length <= MAX_RECORD_CHARACTERS) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code !== undefined && NONE.has(code) ? "none" : "no-answer" };
  } finally {
    clearTimeout(over);
  }
}

/**
 * What the DNS said of an account's record: there, not there, or not there but other texts; that nobody could tell; or
 * there, beside that of the account which has proven the domain before (`taken`).
 */
export type Finding = "seen" | "missing" | "another" | "taken" | "no-answer";

/** What a program is told of each. */
export const FINDING_TEXTS: Readonly<Record<Finding, string>> = {
  seen: "The record is there: the domain is proven.",
  missing: "There is no such record in the DNS, or not yet.",
  another: "There is a record of this name, but not with the value of this account.",
  taken: "Another account has proven this domain, and its record is still there: it must be removed first.",
  "no-answer": "The DNS did not answer, so nothing is known: try again in a few minutes.",
};

export function findingOf(
  answer: TxtAnswer,
  { accountId, domain }: { accountId: string; domain: string },
): Exclude<Finding, "taken"> {
  if (answer.kind === "no-answer") return "no-answer";
  if (answer.kind === "none" || answer.texts.length === 0) return "missing";
  return hasRecord(answer.texts, accountId, domain) ? "seen" : "another";
}
