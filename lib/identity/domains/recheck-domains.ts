import { randomInt } from "node:crypto";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { recordEvent } from "@/lib/log/events/events";
import {
  dnsLookup,
  findingOf,
  recordName,
  type Finding,
  type TxtAnswer,
  type TxtLookup,
} from "@/lib/identity/domains/domain-record";
import { listDueDomains, lockClaims, updateDomain, type DomainRow } from "@/lib/identity/domains/repository";
import { DAY_MS, HOUR_MS, startOfDay, systemClock, type Clock } from "@/lib/kernel/clock";

/** A record that is gone for a day or two was moved to another provider; after that its domain is shown no more. */
const MAX_FAILED_DAYS = 3;
/** A domain whose name servers have not answered for so long has lapsed, as far as anybody can see. */
const MAX_UNSEEN_MS = 30 * DAY_MS;
/** In one go, and of those at once: each question ends within seconds. */
const MOST = 100;
const AT_ONCE = 10;

/**
 * Asks the DNS again for the proven domains that are due, about daily, and returns how many it asked for. That there is
 * no such record is told to the owner on the first day, and ends the proof on the third in a row; that the DNS does not
 * answer counts for nothing, and is tried again within hours, for thirty days.
 */
export async function recheckDomains({
  lookup = dnsLookup,
  clock = systemClock,
}: { lookup?: TxtLookup; clock?: Clock } = {}): Promise<number> {
  const due = await listDueDomains(database(), clock.now(), MOST);
  for (let at = 0; at < due.length; at += AT_ONCE) {
    await Promise.all(due.slice(at, at + AT_ONCE).map((row) => recheck(row, { lookup, clock })));
  }
  return due.length;
}

async function recheck(asked: DomainRow, around: { lookup: TxtLookup; clock: Clock }): Promise<void> {
  const answer = await around.lookup.lookUp(recordName(asked.domain));
  const now = around.clock.now();
  await inTransaction(async (tx) => {
    const row = (await lockClaims(tx, asked)).find(({ id }) => id === asked.id);
    // Removed, taken over or checked by its owner while the DNS was asked.
    if (!row?.nextCheckAt || row.nextCheckAt > now) return;
    await note(tx, row, { answer, now });
  });
}

async function note(db: Database, row: DomainRow, { answer, now }: { answer: TxtAnswer; now: Date }) {
  const finding = findingOf(answer, row);
  const checked = { finding, checkedAt: now };
  if (finding === "seen") {
    const fresh = { failedDays: 0, failedAt: null, seenAt: now, nextCheckAt: nextDailyCheck(now) };
    return updateDomain(db, row.id, { ...checked, ...fresh });
  }
  if (finding === "no-answer") {
    if (isLongUnseen(row, now)) return endProof(db, row, { kind: "domain:ended", finding }, now);
    return updateDomain(db, row.id, { ...checked, nextCheckAt: nextTry(now) });
  }
  const counts = row.failedAt === null || startOfDay(row.failedAt).getTime() !== startOfDay(now).getTime();
  const failedDays = row.failedDays + (counts ? 1 : 0);
  if (failedDays >= MAX_FAILED_DAYS) return endProof(db, row, { kind: "domain:ended", finding }, now);
  await updateDomain(db, row.id, { ...checked, failedDays, failedAt: now, nextCheckAt: nextDailyCheck(now) });
  if (row.failedDays > 0) return;
  const { accountId, domain } = row;
  await recordEvent(db, { kind: "domain:missing", accountId, data: { domain } }, now);
}

const isLongUnseen = ({ seenAt }: DomainRow, now: Date) =>
  seenAt !== null && now.getTime() - seenAt.getTime() > MAX_UNSEEN_MS;

/** Spreads the questions, so that what was proven at one time is not asked for at one time ever after. */
const SPREAD_MS = 2 * HOUR_MS;

/** When a proven domain is asked for again: in a day and a little, so that no two checks are on one day. */
export const nextDailyCheck = (now: Date) => new Date(now.getTime() + DAY_MS + randomInt(SPREAD_MS));

/** When it is asked for again after the DNS has not answered: within two hours. */
const nextTry = (now: Date) => new Date(now.getTime() + HOUR_MS + randomInt(HOUR_MS));

/**
 * Takes back the proof of a domain whose row is held, in the caller's transaction: it is shown no more, its owner is
 * told, and finds it among their domains, to prove it again.
 */
export async function endProof(
  db: Database,
  { id, accountId, domain }: DomainRow,
  { kind, finding }: { kind: "domain:ended" | "domain:taken"; finding: Finding },
  now: Date,
): Promise<void> {
  const gone = { provenAt: null, nextCheckAt: null, failedDays: 0, failedAt: null };
  await updateDomain(db, id, { ...gone, finding, checkedAt: now });
  await recordEvent(db, { kind, accountId, data: { domain } }, now);
}
