import { systemClock, type Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { againWhenTaken, inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { holdAccount } from "@/lib/identity/hold-account";
import { dnsLookup } from "@/lib/proven-domains/ask-dns";
import { hasRecord, recordName } from "@/lib/proven-domains/domain-record";
import { endProof } from "@/lib/proven-domains/end-proof";
import { findingOf, type Finding } from "@/lib/proven-domains/finding";
import { nextDailyCheck } from "@/lib/proven-domains/next-check";
import { listDomainsOf, lockClaims, updateDomain, type DomainRow } from "@/lib/proven-domains/repository";
import type { TxtAnswer, TxtLookup } from "@/lib/proven-domains/txt-lookup";
import { database } from "@/lib/db/client";
import { recordEvent } from "@/lib/registry/events";

interface Around {
  lookup?: TxtLookup;
  clock?: Clock;
}

/**
 * Asks the DNS for the record of a domain of the actor's account, which is proven from then on if it is there. Where another account has
 * proven it, both records are looked for in the one answer: the older proof stays while its record is there, else it ends, and its owner
 * is told. What was found stays with the domain; of one that is proven a failure ends nothing here, as the worker counts those.
 *
 * Throws NOT_FOUND for a domain the account does not have, AUTH_FAILED for a closed account, and REQUEST_INVALID, whose pointer is the
 * finding (`#/missing`), when the record was not seen or the domain is another account's.
 */
export async function checkDomain(
  { accountId }: Actor,
  domain: string,
  { lookup = dnsLookup, clock = systemClock }: Around = {},
): Promise<void> {
  const own = await listDomainsOf(database(), accountId);
  if (!own.some((row) => row.domain === domain)) throw notYours();
  const answer = await lookup.lookUp(recordName(domain));
  const claim = { accountId, domain, answer, now: clock.now() };
  const finding = await againWhenTaken(() => inTransaction((tx) => settle(tx, claim)));
  if (finding !== "seen") throw notProven(finding);
}

interface Claim {
  accountId: string;
  domain: string;
  answer: TxtAnswer;
  now: Date;
}

async function settle(db: Database, { accountId, domain, answer, now }: Claim): Promise<Finding> {
  await holdAccount(db, accountId);
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
  await confirm(db, own, now);
  return finding;
}

const stillHolds = (answer: TxtAnswer, { accountId, domain }: DomainRow) =>
  answer.kind === "texts" && hasRecord(answer.texts, accountId, domain);

async function confirm(db: Database, { id, accountId, domain, provenAt }: DomainRow, now: Date) {
  const fresh = { finding: "seen", failedDays: 0, failedAt: null } as const;
  const times = { provenAt: provenAt ?? now, seenAt: now, checkedAt: now, nextCheckAt: nextDailyCheck(now) };
  await updateDomain(db, id, { ...fresh, ...times });
  if (provenAt === null)
    await recordEvent(db, { kind: "domain:proven", accountId, data: { domain } }, now, accountId);
}

const notYours = () => new DomainError("NOT_FOUND", "Your account does not have this domain.");

const SAID: Record<Exclude<Finding, "seen">, string> = {
  missing: "There is no such record in the DNS, or not yet.",
  another: "There is a record of this name, but not with the value of this account.",
  taken: "Another account has proven this domain, and its record is still there: it must be removed first.",
  "no-answer": "The DNS did not answer, so nothing is known: try again in a few minutes.",
};

function notProven(finding: Exclude<Finding, "seen">): DomainError {
  const errors = [{ pointer: `#/${finding}`, detail: SAID[finding] }];
  return new DomainError("REQUEST_INVALID", SAID[finding], { details: { errors } });
}
