import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import type { Actor } from "@/lib/identity/actor";
import {
  FINDING_TEXTS,
  domainRecord,
  findDomainRecord,
  readDomainName,
  type DomainRecord,
  type Finding,
  type RecordSearch,
} from "@/lib/identity/domains/domain-record";
import { deleteDomain, insertDomain, listDomainsOf, type DomainRow } from "@/lib/identity/domains/repository";
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
export async function getOwnDomain({ accountId }: Actor, written: string): Promise<OwnDomain> {
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
  { accountId }: Actor,
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
export async function checkDomain(actor: Actor, domain: string, around: RecordSearch = {}): Promise<void> {
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
export async function removeDomain({ accountId }: Actor, domain: string): Promise<void> {
  if (await deleteDomain(database(), { accountId, domain })) return;
  throw new DomainError("NOT_FOUND", "Your account does not have this domain.");
}
