import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { type Database, database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS, HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { countEventsSince, recordEvent } from "@/lib/log/events/events";
import type { JobPayloads } from "@/lib/platform/jobs/kinds";
import { enqueue } from "@/lib/platform/jobs/queue";
import { BUYER_DAYS } from "@/lib/publishing/price/notify-of-price";
import { applyTerms } from "@/lib/publishing/price/apply-terms";
import {
  findAnnounced,
  findSkillTerms,
  listBuyers,
  listOwnPrices,
  lockPriceNotice,
  setAnnounced,
  type Announced,
  type OwnPrice,
  type SkillTerms,
} from "@/lib/publishing/price/repository";
import { lockSkillForMoney } from "@/lib/registry/find-skill";
import { listPublisherWallets } from "@/lib/registry/publishers/get-publisher";
import type { Terms } from "@/lib/registry/versions/terms";
import { findPriceShortfall } from "@/lib/running/time-limit";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { MAX_LAMPORTS } from "@/lib/skill-format";

/** Changes of one skill in a day: each is in the log for ever, and may be mailed to buyers. */
export const MAX_PRICE_CHANGES_A_DAY = 10;

export type { OwnPrice };

const PRICE_CHANGED = "skill:price-changed";
const PRICE_ANNOUNCED = "skill:price-announced";

/** How long before it holds a higher price is announced to those who lately bought a call. */
export const NOTICE_MS = DAY_MS;

interface PriceChange {
  actor: Actor;
  /** Slug or id of an own skill. */
  skill: string;
  priceLamports: bigint;
  /** A wallet of the account, or that of its organisation; left out, the one that is paid stays, or is the first one linked. */
  payeeAddress?: string | undefined;
}

/** What a skill costs and pays now. */
export interface SkillPrice extends Terms {
  slug: string;
  /** The higher price that holds later; null where there is none. */
  announced: Announced | null;
}

/**
 * Changes what a call of a skill costs, and whom it pays, at once and for all its versions: quotes that are open, and
 * calls that were bought, keep theirs. Only a higher price waits for a day where somebody bought a call within 30 days:
 * they are mailed it when it is set, and `beginPrice` puts it into force. It stands in the public log. The same price and
 * payee again change nothing, but take back what was announced.
 *
 * Throws SKILL_NOT_FOUND, PERMISSION_DENIED for whoever may not handle its money, AUTH_FAILED for an account that was
 * closed meanwhile, REQUEST_INVALID, which names the member, for no price there can be, one that does not pay for the
 * time that the listed version declares, a wallet that is not the account's and a price without any wallet,
 * CONFIRMATION_REQUIRED where another wallet is to be paid and no person has just proven that it is them, VERSION_NOT_FOUND
 * for a skill without a listed version and RATE_LIMITED.
 */
export async function changePrice(change: PriceChange, clock: Clock = systemClock): Promise<SkillPrice> {
  const { actor, priceLamports } = change;
  if (priceLamports < 0n || priceLamports > MAX_LAMPORTS)
    throw wrongPrice(`A price is 0 to ${MAX_LAMPORTS} lamports; found ${priceLamports}.`);
  const now = clock.now();
  return inTransaction(async (tx): Promise<SkillPrice> => {
    await shareLockAccount(tx, actor.accountId); // no wallet leaves the account meanwhile
    const own = await lockSkillForMoney(tx, { skill: change.skill, accountId: actor.accountId });
    const { id, slug, ownerId } = own;
    const organisation = ownerId === actor.accountId ? undefined : own.owner;
    const before = await findSkillTerms(tx, id);
    if (!before?.isSettled)
      throw new DomainError(
        "VERSION_NOT_FOUND",
        `Nothing of "${slug}" is listed yet: its first version sets its price.`,
      );
    const wallets = await listPublisherWallets(tx, ownerId);
    const wanted = decidePrice(before, change, wallets);
    const announced = await findAnnounced(tx, id);
    const next = decideAnnounced(wanted.priceLamports, {
      before: before.priceLamports,
      hasBuyers: await hasBuyers(tx, id, now),
      announced,
      now,
    });
    const after = next === null ? wanted : { ...wanted, priceLamports: before.priceLamports };
    const isSame = after.priceLamports === before.priceLamports && after.payeeAddress === before.payeeAddress;
    if (isSame && next === announced) return { slug, ...after, announced };
    await assertChangesLeft(tx, id, now);
    const isPaidElsewhere = after.payeeAddress !== before.payeeAddress;
    // A program may give a first price: it pays a wallet that a person has linked, and takes nothing from another.
    const isFirst = before.payeeAddress === null && actor.session === null;
    if (isPaidElsewhere && !isFirst) await assertConfirmed(tx, actor, now);
    if (!isSame) await applyTerms(tx, id, after);
    await setAnnounced(tx, id, next);
    await refreshListing(tx, id, now);
    if (isPaidElsewhere && after.payeeAddress !== null) {
      const what = { accountId: ownerId, what: after.payeeAddress, skill: slug, by: actor };
      await recordAccessChange(tx, { change: "payee-changed", ...what }, now);
    }
    const about = { skillId: id, slug, by: actor, organisation };
    if (!isSame) await recordPriceChange(tx, { ...about, before, after }, now);
    if (next !== null && next !== announced) await recordAnnounced(tx, { ...about, before, next }, now);
    return { slug, ...after, announced: next };
  });
}

interface Rise {
  /** What a call costs now. */
  before: bigint;
  /** Whether somebody is to be told of it first. */
  hasBuyers: boolean;
  announced: Announced | null;
  now: Date;
}

/** What is announced once a price is wanted; null where it holds at once. The same again keeps its moment. Pure. */
export function decideAnnounced(
  wanted: bigint,
  { before, hasBuyers, announced, now }: Rise,
): Announced | null {
  if (wanted <= before || !hasBuyers) return null;
  if (announced?.priceLamports === wanted) return announced;
  return { priceLamports: wanted, from: new Date(now.getTime() + NOTICE_MS) };
}

async function hasBuyers(db: Database, skillId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - BUYER_DAYS * DAY_MS);
  return (await listBuyers(db, { skillId, since, limit: 1 })).length > 0;
}

/**
 * Puts the announced price of a skill into force, once: not where it was taken back, or another one announced, since
 * `from`. A skill costs less until the worker comes to it, and never more.
 */
export async function beginPrice({
  skillId,
  from,
  by,
  organisation,
}: JobPayloads["begin_price"]): Promise<void> {
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const skill = await lockPriceNotice(tx, skillId);
    const [before, announced] = [
      await findSkillTerms(tx, skillId),
      skill && (await findAnnounced(tx, skillId)),
    ];
    if (!skill || before === null || announced?.from.toISOString() !== from) return;
    const after = { ...before, priceLamports: announced.priceLamports };
    await applyTerms(tx, skillId, after);
    await refreshListing(tx, skillId, now);
    await recordPriceChange(
      tx,
      { skillId, slug: skill.slug, by, organisation, before, after, isAnnounced: true },
      now,
    );
  });
}

/** Takes back what was announced of a skill that is held. */
export const endAnnounced = (db: Database, skillId: string): Promise<void> => setAnnounced(db, skillId, null);

/**
 * What a skill costs and pays after a change. A wallet is named only for a price: while it is free, nobody is paid, and
 * the wallet stays that was paid before. Pure. Throws REQUEST_INVALID.
 */
export function decidePrice(
  before: SkillTerms,
  { priceLamports, payeeAddress: wanted }: Pick<PriceChange, "priceLamports" | "payeeAddress">,
  wallets: readonly string[],
): Terms {
  const payeeAddress = wanted ?? before.payeeAddress ?? (priceLamports > 0n ? (wallets[0] ?? null) : null);
  if (payeeAddress !== before.payeeAddress || priceLamports > 0n) {
    if (payeeAddress === null)
      throw wrongPayee("A skill with a price needs a wallet that is paid. Link one to the account first.");
    if (!wallets.includes(payeeAddress))
      throw wrongPayee(`The wallet ${payeeAddress} is not linked to the account. Choose one that is.`);
  }
  const shortfall = findPriceShortfall(before.statedTimeoutMs ?? 0, priceLamports);
  if (shortfall !== null) throw wrongPrice(shortfall);
  return { priceLamports, payeeAddress };
}

const wrong = (pointer: string, detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer, detail }] } });
const wrongPrice = (detail: string) => wrong("#/price_lamports", detail);
const wrongPayee = (detail: string) => wrong("#/payee", detail);

async function assertChangesLeft(db: Database, skillId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const changed = await countEventsSince(db, skillId, PRICE_CHANGED, since);
  const announced = await countEventsSince(db, skillId, PRICE_ANNOUNCED, since);
  if (changed + announced < MAX_PRICE_CHANGES_A_DAY) return;
  throw new DomainError(
    "RATE_LIMITED",
    `The price of a skill changes at most ${MAX_PRICE_CHANGES_A_DAY} times a day. Try again later.`,
    { details: { retryAfterSeconds: HOUR_MS / 1000 } },
  );
}

interface RecordedChange {
  skillId: string;
  slug: string;
  by: Pick<Actor, "accountId" | "username">;
  /** For which one they changed it, if for one. */
  organisation?: string | undefined;
  before: Terms;
  after: Terms;
  /** Buyers were mailed it when it was announced. */
  isAnnounced?: boolean;
}

/** Writes a change into the log, and has buyers mailed of another price; pass the transaction of the change. */
export async function recordPriceChange(
  db: Database,
  { skillId, slug, by, organisation, before, after, isAnnounced = false }: RecordedChange,
  now: Date,
): Promise<void> {
  const [priceBefore, price] = [before.priceLamports.toString(), after.priceLamports.toString()];
  const payees = { payeeBefore: before.payeeAddress, payee: after.payeeAddress };
  const named = organisation === undefined ? {} : { organisation };
  const data = { slug, by: by.username, ...named, priceBefore, price, ...payees };
  await recordEvent(db, { kind: PRICE_CHANGED, skillId, data }, now, by.accountId);
  if (price === priceBefore || isAnnounced) return;
  const payload = { skillId, before: priceBefore, price, changedAt: now.toISOString() };
  await enqueue(db, { kind: "notify_of_price", payload, runAt: now });
}

/** Writes into the log what is announced, has buyers mailed of it, and a job put it into force. */
async function recordAnnounced(
  db: Database,
  {
    skillId,
    slug,
    by,
    organisation,
    before,
    next,
  }: Omit<RecordedChange, "after" | "isAnnounced"> & { next: Announced },
  now: Date,
): Promise<void> {
  const [priceBefore, price] = [before.priceLamports.toString(), next.priceLamports.toString()];
  const from = next.from.toISOString();
  const named = organisation === undefined ? {} : { organisation };
  const data = { slug, by: by.username, ...named, priceBefore, price, from };
  await recordEvent(db, { kind: PRICE_ANNOUNCED, skillId, data }, now, by.accountId);
  const notice = { skillId, before: priceBefore, price, changedAt: now.toISOString(), from };
  await enqueue(db, { kind: "notify_of_price", payload: notice, runAt: now });
  const { accountId, username } = by;
  const payload = { skillId, from, by: { accountId, username }, ...named };
  await enqueue(db, { kind: "begin_price", payload, runAt: next.from });
}

/** Own skills that are or were listed, with what they cost and pay, by their names. */
export function listPrices(accountId: string): Promise<OwnPrice[]> {
  return listOwnPrices(database(), accountId);
}
