import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { dnsLookup } from "@/lib/identity/domains/ask-dns";
import { hasRecord, recordName } from "@/lib/identity/domains/domain-record";
import { endProof } from "@/lib/identity/domains/end-proof";
import { findingOf, type Finding } from "@/lib/identity/domains/finding";
import { nextDailyCheck } from "@/lib/identity/domains/next-check";
import { listDomainsOf, lockClaims, updateDomain, type DomainRow } from "@/lib/identity/domains/repository";
import type { TxtAnswer, TxtLookup } from "@/lib/identity/domains/txt-lookup";
import { database } from "@/lib/db/client";
import { recordEvent } from "@/lib/events/events";

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
