import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { env } from "@/lib/config/env";
import { keyedHash } from "@/lib/config/server-key";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import { recordEvent } from "@/lib/events/events";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import type { Actor } from "@/lib/identity/actor";
import { endProof, nextDailyCheck } from "@/lib/identity/domains/recheck-domains";
import { listDomainsOf, lockClaims, updateDomain, type DomainRow } from "@/lib/identity/domains/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

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

export interface RecordSearch {
  lookup?: TxtLookup;
  clock?: Clock;
}

/**
 * Asks the DNS for the record of a domain of the actor's account, which is proven from then on if it is there (`seen`).
 * Where another account has proven it, both records are looked for in the one answer: the older proof stays while its
 * record is there, else it ends, and its owner is told; so is the actor's own where a program proves it. What was found
 * stays with the domain; of one that is proven a failure ends nothing here, as the worker counts those.
 *
 * Throws NOT_FOUND for a domain the account does not have and AUTH_FAILED for a closed account.
 */
export async function findDomainRecord(
  { accountId, apiKey }: Actor,
  domain: string,
  { lookup = dnsLookup, clock = systemClock }: RecordSearch = {},
): Promise<Finding> {
  const own = await listDomainsOf(database(), accountId);
  if (!own.some((row) => row.domain === domain)) throw notYours();
  const answer = await lookup.lookUp(recordName(domain));
  const claim = { accountId, domain, answer, now: clock.now(), withKey: apiKey?.prefix };
  return retryOnUniqueViolation(() => inTransaction((tx) => settle(tx, claim)));
}

interface Claim {
  accountId: string;
  withKey: string | undefined;
  domain: string;
  answer: TxtAnswer;
  now: Date;
}

async function settle(db: Database, { accountId, domain, answer, now, withKey }: Claim): Promise<Finding> {
  await shareLockAccount(db, accountId);
  const claims = await lockClaims(db, { accountId, domain });
  const own = claims.find((row) => row.accountId === accountId);
  if (!own) throw notYours();
  const holder = claims.find((row) => row !== own);
  const seen = findingOf(answer, own);
  const finding = seen === "seen" && holder && stillHolds(answer, holder) ? "taken" : seen;
  if (finding !== "seen") {
    await updateDomain(db, own.id, { finding, checkedAt: now });
    return finding;
  }
  if (holder) await endProof(db, holder, { kind: "domain:taken", finding: findingOf(answer, holder) }, now);
  await confirm(db, own, { now, withKey });
  return finding;
}

const stillHolds = (answer: TxtAnswer, { accountId, domain }: DomainRow) =>
  answer.kind === "texts" && hasRecord(answer.texts, accountId, domain);

async function confirm(
  db: Database,
  { id, accountId, domain, provenAt }: DomainRow,
  { now, withKey }: Pick<Claim, "now" | "withKey">,
) {
  const fresh = { finding: "seen", failedDays: 0, failedAt: null } as const;
  const times = { provenAt: provenAt ?? now, seenAt: now, checkedAt: now, nextCheckAt: nextDailyCheck(now) };
  await updateDomain(db, id, { ...fresh, ...times });
  if (provenAt !== null) return;
  const event = { kind: "domain:proven", accountId } as const;
  // What a program does its owner may not know of: they are told, as nobody is of their own doing.
  if (withKey === undefined) await recordEvent(db, { ...event, data: { domain } }, now, accountId);
  else await recordEvent(db, { ...event, data: { domain, withKey } }, now);
}

const notYours = () => new DomainError("NOT_FOUND", "Your account does not have this domain.");
