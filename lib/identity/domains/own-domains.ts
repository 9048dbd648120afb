import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import { recordEvent } from "@/lib/log/events/events";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import {
  FINDING_TEXTS,
  dnsLookup,
  domainRecord,
  findingOf,
  hasRecord,
  readDomainName,
  recordName,
  type DomainRecord,
  type Finding,
  type TxtAnswer,
  type TxtLookup,
} from "@/lib/identity/domains/domain-record";
import type { InName } from "@/lib/identity/organisations/in-name-of";
import { endProof, nextDailyCheck } from "@/lib/identity/domains/recheck-domains";
import {
  deleteDomain,
  insertDomain,
  listDomainsOf,
  lockClaims,
  updateDomain,
  type DomainRow,
} from "@/lib/identity/domains/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** A domain as everybody may see it. */
export interface ProvenDomain {
  /** As the DNS is asked: lower case, `xn--…` for other scripts. */
  domain: string;
  /** As an ISO time. */
  provenAt: string;
}

/** A domain as its owner sees it; times are ISO. */
export interface OwnDomain {
  domain: string;
  record: DomainRecord;
  /** Null while it is not shown. */
  provenAt: string | null;
  /** What the DNS said last, and when. */
  finding: Finding | null;
  checkedAt: string | null;
}

/** The domains an account has proven, the first one first. */
export async function listProvenDomains(accountId: string): Promise<ProvenDomain[]> {
  const rows = await listDomainsOf(database(), accountId);
  return rows
    .flatMap(({ domain, provenAt }) => (provenAt ? [{ domain, provenAt: provenAt.toISOString() }] : []))
    .sort((one, other) => (one.provenAt < other.provenAt ? -1 : 1));
}

/** Domains an account had proven whose record is not seen any more, until it is again or they are removed. */
export async function listLostDomains(accountId: string): Promise<string[]> {
  const rows = await listDomainsOf(database(), accountId);
  const isLost = ({ seenAt, provenAt, failedDays }: DomainRow) =>
    seenAt !== null && (provenAt === null || failedDays > 0);
  return rows.filter(isLost).map(({ domain }) => domain);
}

/** The domains of the account, proven or not, each with the record that proves it. */
export async function listOwnDomains(accountId: string): Promise<OwnDomain[]> {
  const rows = await listDomainsOf(database(), accountId);
  return rows.map(({ domain, provenAt, finding, checkedAt }) => ({
    domain,
    record: domainRecord(accountId, domain),
    provenAt: provenAt?.toISOString() ?? null,
    finding,
    checkedAt: checkedAt?.toISOString() ?? null,
  }));
}

/** A domain of the actor's account, however it is written. Throws NOT_FOUND for one it does not have. */
export async function getOwnDomain({ accountId }: InName, written: string): Promise<OwnDomain> {
  const name = readDomainName(written);
  const found = (await listOwnDomains(accountId)).find(({ domain }) => domain === name);
  if (found) return found;
  throw new DomainError("NOT_FOUND", "Your account does not have this domain.");
}

/** A publisher has a few names; more would make a shop window of it. */
export const MAX_DOMAINS = 3;

/**
 * Adds a domain to the actor's account, to be proven; it is shown nowhere before that. Adding one again changes
 * nothing. Throws REQUEST_INVALID for what is no domain (`#/domain`) and for a fourth one (`#/count`), AUTH_FAILED for
 * a closed account.
 */
export async function addDomain(
  { accountId }: InName,
  written: string,
  clock: Clock = systemClock,
): Promise<void> {
  const domain = readDomainName(written);
  if (domain === null) throw refused("domain", "A domain is expected, such as example.com.");
  await inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId); // its domains are counted by one request at a time
    const own = await listDomainsOf(tx, accountId);
    if (own.some((row) => row.domain === domain)) return;
    if (own.length >= MAX_DOMAINS)
      throw refused("count", `An account has at most ${MAX_DOMAINS} domains: remove one first.`);
    const now = clock.now();
    await insertDomain(tx, { id: newId("dom", now.getTime()), accountId, domain, createdAt: now });
  });
}

const refused = (member: string, detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer: `#/${member}`, detail }] } });

/**
 * Looks for the record of a domain of the actor's account (`findDomainRecord`), for a form: throws as that does, and
 * REQUEST_INVALID, whose pointer is the finding (`#/missing`), when the record was not seen or the domain is
 * another account's.
 */
export async function checkDomain(actor: InName, domain: string, around: RecordSearch = {}): Promise<void> {
  const finding = await findDomainRecord(actor, domain, around);
  if (finding !== "seen") throw notProven(finding);
}

function notProven(finding: Exclude<Finding, "seen">): DomainError {
  const detail = FINDING_TEXTS[finding];
  return new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ pointer: `#/${finding}`, detail }] },
  });
}

/**
 * Takes a domain off the actor's account; it is shown nowhere from then on. Throws NOT_FOUND for one it does not have.
 */
export async function removeDomain({ accountId }: InName, domain: string): Promise<void> {
  if (await deleteDomain(database(), { accountId, domain })) return;
  throw new DomainError("NOT_FOUND", "Your account does not have this domain.");
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
  { accountId, personId, apiKey }: InName,
  domain: string,
  { lookup = dnsLookup, clock = systemClock }: RecordSearch = {},
): Promise<Finding> {
  const own = await listDomainsOf(database(), accountId);
  if (!own.some((row) => row.domain === domain)) throw notYours();
  const answer = await lookup.lookUp(recordName(domain));
  const claim = { accountId, domain, answer, now: clock.now(), personId, withKey: apiKey?.prefix };
  return retryOnUniqueViolation(() => inTransaction((tx) => settle(tx, claim)));
}

interface Claim {
  accountId: string;
  personId: string | undefined;
  withKey: string | undefined;
  domain: string;
  answer: TxtAnswer;
  now: Date;
}

async function settle(
  db: Database,
  { accountId, domain, answer, now, personId, withKey }: Claim,
): Promise<Finding> {
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
  await confirm(db, own, { now, personId, withKey });
  return finding;
}

const stillHolds = (answer: TxtAnswer, { accountId, domain }: DomainRow) =>
  answer.kind === "texts" && hasRecord(answer.texts, accountId, domain);

async function confirm(
  db: Database,
  { id, accountId, domain, provenAt }: DomainRow,
  { now, personId = accountId, withKey }: Pick<Claim, "now" | "personId" | "withKey">,
) {
  const fresh = { finding: "seen", failedDays: 0, failedAt: null } as const;
  const times = { provenAt: provenAt ?? now, seenAt: now, checkedAt: now, nextCheckAt: nextDailyCheck(now) };
  await updateDomain(db, id, { ...fresh, ...times });
  if (provenAt !== null) return;
  const event = { kind: "domain:proven", accountId } as const;
  // What a program does its owner may not know of: they are told, as nobody is of their own doing.
  if (withKey === undefined) await recordEvent(db, { ...event, data: { domain } }, now, personId);
  else await recordEvent(db, { ...event, data: { domain, withKey } }, now);
}

const notYours = () => new DomainError("NOT_FOUND", "Your account does not have this domain.");
