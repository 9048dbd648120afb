import { DomainError } from "@/lib/kernel/errors";
import { hasHeldDeposit } from "@/lib/audits/bond/deposits";
import { hasSigned } from "@/lib/audits/seals";
import { type Database, database } from "@/lib/db/client";
import {
  findUndecided,
  findTransfer,
  setTransferEnded,
  cancelTransfersOf,
  cancelExpired,
  insertTransfer,
  setOwner,
  listOpenTransfers,
  listTransferable,
  type TransferRow,
} from "@/lib/ownership/transfers/repository";
import { systemClock, type Clock, DAY_MS } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import { listAccountsBehind, listOwnersActedFor, mayActForOwner } from "@/lib/identity/organisations/act-for";
import { inTransaction } from "@/lib/db/transaction";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getOtherMailbox } from "@/lib/platform/mail/mailbox";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { dropReadingRights } from "@/lib/registry/access/reading-rights";
import { lockOwnSkill, lockOwnedSkill } from "@/lib/registry/find-skill";
import { dropMaintainers } from "@/lib/ownership/maintainers/maintainers";
import { recordEvent } from "@/lib/log/events/events";
import { applyTerms, findSkillTerms } from "@/lib/publishing/price/apply-terms";
import { endAnnounced, recordPriceChange } from "@/lib/publishing/price/change-price";
import { listPublisherWallets } from "@/lib/registry/publishers/get-publisher";
import type { Terms } from "@/lib/registry/versions/terms";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { deleteOwnReviews } from "@/lib/registry/reviews/delete-reviews";

const REASONS: Record<TransferObstacle, string> = {
  quarantined: "it is in quarantine",
  waiting: "a version, a challenge or an appeal still waits for a decision",
  deposit: "a deposit for one of its versions is still in its vault",
  audited: "the account it is offered to has signed an audit of it",
  payee: "its calls have a price, and the account it is offered to has no wallet that they could pay",
};

/** TRANSFER_NOT_POSSIBLE with what is in the way, for people and as `details.obstacles`. */
function transferNotPossible(obstacles: readonly TransferObstacle[]): DomainError {
  const reasons = obstacles.map((each) => REASONS[each]).join("; ");
  return new DomainError("TRANSFER_NOT_POSSIBLE", `The skill cannot be transferred now: ${reasons}.`, {
    details: { obstacles: [...obstacles] },
  });
}

/** One answer for an offer that is not there, not one's own, or ended: nobody learns of others' offers. */
function transferNotFound(): DomainError {
  return new DomainError("TRANSFER_NOT_FOUND", "There is no such offer, or it has already ended.");
}

/**
 * What keeps a skill with its owner for now: it is in quarantine; something of it waits for a decision; a deposit of
 * its owner is in a vault; the account it is offered to has signed an audit of it, which would become an author's own;
 * or, once that accepts, has no wallet that calls could pay.
 */
export type TransferObstacle = "quarantined" | "waiting" | "deposit" | "audited" | "payee";

async function findObstacles(
  db: Database,
  { skillId, toId }: { skillId: string; toId: string },
): Promise<TransferObstacle[]> {
  const { quarantined, waiting } = await findUndecided(db, skillId);
  const deposit = await hasHeldDeposit(db, skillId);
  const accountIds = await listAccountsBehind(db, toId);
  const audited = await hasSigned(db, { accountIds, of: { id: skillId } });
  const all = { quarantined, waiting, deposit, audited };
  return (["quarantined", "waiting", "deposit", "audited"] as const).filter((each) => all[each]);
}

/** Whether an offer is of or to the actor, or an organisation that the actor owns. */
const isOwners = (db: Database, ownerId: string, { accountId }: Actor) =>
  mayActForOwner(db, { ownerId, accountId, act: "own" });

/**
 * Ends an offer without anything having changed: who made it cancels it, whom it was made to declines it. Throws
 * TRANSFER_NOT_FOUND for an offer of others, or one that was ended before.
 */
export async function endTransfer({
  actor,
  transferId,
}: {
  actor: Actor;
  transferId: string;
}): Promise<void> {
  const offer = await findTransfer(database(), transferId);
  if (!offer) throw transferNotFound();
  const { fromId, toId } = offer;
  const made = await isOwners(database(), fromId, actor);
  if (!made && !(await isOwners(database(), toId, actor))) throw transferNotFound();
  const to = made ? "cancelled" : "declined";
  if (!(await setTransferEnded(database(), transferId, { to, now: systemClock.now() })))
    throw transferNotFound();
}

/** Ends every open offer that an account made or was made, in the caller's transaction. */
export function cancelTransfers(db: Database, accountId: string, now: Date): Promise<void> {
  return cancelTransfersOf(db, accountId, now);
}

/** How long an offer can be answered. */
export const OFFER_DAYS = 7;

export interface TransferOffer {
  actor: Actor;
  /** Slug or id. */
  skill: string;
  /** User name of whom it is offered to. */
  to: string;
}

/**
 * Offers a skill to another account, which has seven days to accept; until then nothing changes. Both are told by mail
 * where they have proven an address. A skill has one offer at a time.
 *
 * Throws CONFIRMATION_REQUIRED, SKILL_NOT_FOUND, PERMISSION_DENIED (only its owner), REQUEST_INVALID (nobody of that
 * name, or oneself) and TRANSFER_NOT_POSSIBLE, with `details.obstacles`, or for a second offer.
 */
export async function offerTransfer(
  { actor, skill: slugOrId, to }: TransferOffer,
  clock: Clock = systemClock,
): Promise<{ transferId: string }> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const named = { username: to, pointer: "#/to", organisations: true };
    const recipient = await getOtherMailbox(tx, { ...named, than: actor.accountId });
    await shareLockAccounts(tx, [actor.accountId, recipient.accountId]);
    await assertConfirmed(tx, actor, now);
    const refusal = "Only the owner of a skill can offer it to somebody.";
    const { accountId } = actor;
    const skill = await lockOwnSkill(tx, { skill: slugOrId, accountId, act: "own", refusal });
    await getOtherMailbox(tx, { ...named, than: skill.ownerId });
    const obstacles = await findObstacles(tx, { skillId: skill.id, toId: recipient.accountId });
    if (obstacles.length > 0) throw transferNotPossible(obstacles);
    await cancelExpired(tx, skill.id, now);
    const transfer = {
      id: newId("tra", now.getTime()),
      skillId: skill.id,
      fromId: skill.ownerId,
      toId: recipient.accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + OFFER_DAYS * DAY_MS),
    };
    if (!(await insertTransfer(tx, transfer))) {
      throw new DomainError(
        "TRANSFER_NOT_POSSIBLE",
        "This skill is offered already. Cancel that offer first.",
      );
    }
    const facts = { slug: skill.slug, from: skill.owner, to: recipient.username, now };
    await notifyOfOffer(tx, "transfer-offered", { ...facts, accountId: recipient.accountId });
    await notifyOfOffer(tx, "transfer-begun", { ...facts, accountId: skill.ownerId });
    return { transferId: transfer.id };
  });
}

export interface Acceptance {
  actor: Actor;
  transferId: string;
}

/**
 * Takes a skill over, in one transaction: from here on its new owner answers for it. The agent that may have uploaded
 * it can add nothing any more, and the new owner's own review of it goes. Calls pay the new owner's wallet, at the price
 * they have; quotes that are open keep theirs. Everything else stays as it is: versions, seals, ratings. Of several at
 * once one does it; the public log keeps who gave it to whom.
 *
 * Throws CONFIRMATION_REQUIRED, TRANSFER_NOT_FOUND for an offer that is not the actor's to accept, or not any more,
 * TRANSFER_NOT_POSSIBLE with `details.obstacles`, and AUTH_FAILED when one of both accounts was closed meanwhile.
 */
export async function acceptTransfer(
  { actor, transferId }: Acceptance,
  clock: Clock = systemClock,
): Promise<{ slug: string }> {
  const offer = await findTransfer(database(), transferId);
  if (offer?.state !== "offered") throw transferNotFound();
  const { skillId, fromId, toId } = offer;
  const { slug } = offer.skill;
  const now = clock.now();
  await inTransaction(async (tx) => {
    await shareLockAccounts(tx, [fromId, toId, actor.accountId]);
    if (!(await isOwners(tx, toId, actor))) throw transferNotFound();
    await assertConfirmed(tx, actor, now);
    const skill = await lockOwnedSkill(tx, skillId);
    if (!(await setTransferEnded(tx, transferId, { to: "accepted", now })) || skill?.ownerId !== fromId) {
      throw transferNotFound();
    }
    const obstacles = await findObstacles(tx, { skillId, toId });
    if (obstacles.length > 0) throw transferNotPossible(obstacles);
    // As they are called now, held: a name that was given up meanwhile may be somebody else's, and the log keeps it
    // for ever.
    const { from, to } = (await findTransfer(tx, transferId)) ?? offer;
    await setOwner(tx, skillId, toId);
    await endAnnounced(tx, skillId); // by whoever gave it away
    const payment = await handOverPay(tx, { skillId, toId });
    const accountIds = await listAccountsBehind(tx, toId);
    await deleteOwnReviews(tx, { accountIds, of: { id: skillId } });
    await refreshListing(tx, skillId, now); // it is found under its owner's name
    await notifyOfOffer(tx, "transfer-accepted", {
      accountId: fromId,
      slug,
      from: from.username,
      to: to.username,
      now,
    });
    const isForOther = toId !== actor.accountId;
    const by = isForOther ? { by: actor.username } : {};
    const data = { slug, from: from.username, to: to.username, ...by };
    await recordEvent(tx, { kind: "skill:transferred", skillId, data }, now, actor.accountId);
    const organisation = isForOther ? to.username : undefined;
    if (payment) await recordPriceChange(tx, { skillId, slug, by: actor, organisation, ...payment }, now);
    await dropMaintainers(tx, { skillId, actor: actor.accountId, now });
    await dropReadingRights(tx, skillId, now);
  });
  return { slug };
}

/**
 * Calls of a skill pay its new owner from now on: the first wallet the account has linked. Nothing where nobody is paid,
 * or that wallet is. Throws TRANSFER_NOT_POSSIBLE where it has none.
 */
async function handOverPay(
  db: Database,
  { skillId, toId }: { skillId: string; toId: string },
): Promise<{ before: Terms; after: Terms } | null> {
  const before = await findSkillTerms(db, skillId);
  if (before === null) return null;
  const wallets = await listPublisherWallets(db, toId);
  const payeeAddress = wallets.find((wallet) => wallet === before.payeeAddress) ?? wallets[0] ?? null;
  if (payeeAddress === null && before.priceLamports > 0n) throw transferNotPossible(["payee"]);
  if (payeeAddress === before.payeeAddress || before.payeeAddress === null) return null;
  const after = { ...before, payeeAddress };
  await applyTerms(db, skillId, after);
  return { before, after };
}

const MAX_OFFERS = 100;
const MAX_SKILLS = 200;

export interface TransferView {
  transferId: string;
  slug: string;
  /** User names. */
  from: string;
  to: string;
  expiresAt: string;
  /** Its calls have a price: the wallet of whoever accepts that they pay then; null while that account has none. */
  paid: { payeeAddress: string | null } | null;
}

export interface Transfers {
  /** Offers the account can accept. */
  incoming: TransferView[];
  /** Offers it has made that nobody has answered yet. */
  outgoing: TransferView[];
  /** Names of skills it could offer: its own, at most 200. */
  skills: string[];
}

/** Open offers to and from the actor's account and the organisations it owns, the newest first. */
export async function listTransfers({ accountId }: Actor, clock: Clock = systemClock): Promise<Transfers> {
  const now = clock.now();
  const accountIds = await listOwnersActedFor(accountId, "own");
  const [rows, skills, wallets] = await Promise.all([
    listOpenTransfers(database(), { accountIds, now, limit: MAX_OFFERS }),
    listTransferable(database(), accountIds, MAX_SKILLS),
    Promise.all(accountIds.map((id) => listPublisherWallets(database(), id))),
  ]);
  const toView = (row: TransferRow) => viewOf(row, wallets[accountIds.indexOf(row.toId)]?.[0] ?? null);
  const offered = new Set(rows.map(({ skillId }) => skillId));
  return {
    incoming: rows.filter(({ toId }) => accountIds.includes(toId)).map(toView),
    outgoing: rows.filter(({ fromId }) => accountIds.includes(fromId)).map(toView),
    skills: skills.filter(({ id }) => !offered.has(id)).map(({ slug }) => slug),
  };
}

function viewOf(
  { id, expiresAt, from, to, skill: { slug, askedLamports, latestVersion } }: TransferRow,
  payeeAddress: string | null,
): TransferView {
  const price = askedLamports ?? latestVersion?.priceLamports;
  return {
    transferId: id,
    slug,
    from: from.username,
    to: to.username,
    expiresAt: expiresAt.toISOString(),
    paid: price && !price.isZero() ? { payeeAddress } : null,
  };
}
