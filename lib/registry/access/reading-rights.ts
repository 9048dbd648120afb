import { randomBytes } from "node:crypto";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { getOtherMailbox } from "@/lib/platform/mail/mailbox";
import {
  countRights,
  findTokenRight,
  insertRight,
  listRightRows,
  listRightRowsOfOwners,
  setEnded,
  setLastUsed,
  type ReadingRightRow,
} from "@/lib/registry/access/reading-rights-repository";
import { lockOwnSkill } from "@/lib/registry/find-skill";

/** Rights to read one skill that are in force at once, accounts and tokens together. */
export const MAX_READERS = 50;
/** How long an account may read at most, and a token: whoever needs it longer is given it again. */
export const MAX_ACCOUNT_DAYS = 90;
export const MAX_TOKEN_DAYS = 365;
export const MAX_TOKEN_NAME_CHARACTERS = 60;

/** What nobody sees cannot be typed either. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** A right to read a skill as its owner sees it; times are ISO. */
export interface ReadingRightView {
  id: string;
  /** User name of the account; null of a token. */
  username: string | null;
  /** What the owner calls the token; empty of an account. */
  name: string;
  createdAt: string;
  expiresAt: string;
  /** When the token was last used; null where it was not, and of an account. */
  lastUsedAt: string | null;
}

export interface OwnReadingRight extends ReadingRightView {
  slug: string;
}

const toView = ({
  id,
  name,
  account,
  createdAt,
  expiresAt,
  lastUsedAt,
}: ReadingRightRow): ReadingRightView => ({
  id,
  username: account?.username ?? null,
  name,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

interface OfSkill {
  actor: Actor;
  /** Slug or id of an own skill. */
  skill: string;
}

/**
 * Gives an account the right to read the files of an own skill for some days: a verifier signs over what they have read
 * with it, and says so. Given again, the new end takes the place of the old one.
 *
 * Throws CONFIRMATION_REQUIRED for a session without a recent proof, SKILL_NOT_FOUND, PERMISSION_DENIED (not the owner;
 * beyond `MAX_READERS`), REQUEST_INVALID, which names the member, and AUTH_FAILED for an account that was closed meanwhile.
 */
export async function giveReadingRight(
  { actor, skill, username, days }: OfSkill & { username: string; days: number },
  clock: Clock = systemClock,
): Promise<ReadingRightView> {
  const now = clock.now();
  const expiresAt = endAfter(days, MAX_ACCOUNT_DAYS, now);
  return inTransaction(async (tx) => {
    const reader = await getOtherMailbox(tx, { username, than: actor.accountId, pointer: "#/username" });
    const { accountId } = reader;
    await shareLockAccounts(tx, [actor.accountId, accountId]);
    const own = await lockOwn(tx, { actor, skill }, now);
    await setEnded(tx, { skillId: own.id, accountId, now });
    const right = await insert(tx, { skillId: own.id, accountId, actor, expiresAt }, now);
    const change = { change: "reader-let-in", what: reader.username, skill: own.slug, by: actor } as const;
    await recordAccessChange(tx, { accountId: actor.accountId, ...change }, now);
    const names = { slug: own.slug, from: actor.username, to: reader.username };
    await notifyOfOffer(tx, "reading-given", { accountId, ...names, now });
    return toView(right);
  });
}

/** A token with its text, which is shown this once. */
export interface NewReadToken extends ReadingRightView {
  token: string;
}

/**
 * A token that reads the files of one own skill, and does nothing else, for some days. Its text is in the answer and
 * nowhere else: only its hash is stored. Throws as `giveReadingRight` does.
 */
export async function makeReadToken(
  { actor, skill, name: written, days }: OfSkill & { name: string; days: number },
  clock: Clock = systemClock,
): Promise<NewReadToken> {
  const now = clock.now();
  const expiresAt = endAfter(days, MAX_TOKEN_DAYS, now);
  const name = written.trim();
  if (name === "" || Array.from(name).length > MAX_TOKEN_NAME_CHARACTERS || UNPRINTABLE.test(name))
    throw wrong("name", `A token has a name of 1 to ${MAX_TOKEN_NAME_CHARACTERS} printable characters.`);
  const token = `rt_${randomBytes(32).toString("hex")}`;
  return inTransaction(async (tx) => {
    await shareLockAccounts(tx, [actor.accountId]);
    const own = await lockOwn(tx, { actor, skill }, now);
    const facts = { skillId: own.id, tokenHash: sha256Hex(token), name, actor, expiresAt };
    const right = await insert(tx, facts, now);
    const change = { change: "read-token-made", what: right.id, skill: own.slug, by: actor } as const;
    await recordAccessChange(tx, { accountId: actor.accountId, ...change }, now);
    return { ...toView(right), token };
  });
}

/**
 * Takes a right back, from this moment on. Throws SKILL_NOT_FOUND, PERMISSION_DENIED, and NOT_FOUND for an id that is
 * not, or not any more, a right to read this skill.
 */
export async function endReadingRight(
  { actor, skill, id }: OfSkill & { id: string },
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now();
  await inTransaction(async (tx) => {
    const { id: skillId } = await lockOwnSkill(tx, {
      skill,
      accountId: actor.accountId,
      act: "own",
      refusal: NOT_OWNER,
    });
    if ((await setEnded(tx, { skillId, id, now })) === 0)
      throw new DomainError("NOT_FOUND", "This right to read the skill is not there, or has ended.");
  });
}

/** Ends every right to read a skill that changes owners, in the caller's transaction, which holds it. */
export async function dropReadingRights(db: Database, skillId: string, now: Date): Promise<void> {
  await setEnded(db, { skillId, now });
}

/** Rights to read an own skill that are in force, newest first. Throws SKILL_NOT_FOUND and PERMISSION_DENIED. */
export async function listReadingRights({ actor, skill }: OfSkill): Promise<ReadingRightView[]> {
  return inTransaction(async (tx) => {
    const { id } = await lockOwnSkill(tx, {
      skill,
      accountId: actor.accountId,
      act: "own",
      refusal: NOT_OWNER,
    });
    return (await listRightRows(tx, id, systemClock.now())).map(toView);
  });
}

/** Those of all own skills, and of those of organisations that the account owns, by the names of these. */
export async function listOwnReadingRights(accountId: string): Promise<OwnReadingRight[]> {
  const ownerIds = await listOwnersActedFor(accountId, "own");
  const rows = await listRightRowsOfOwners(database(), ownerIds, systemClock.now());
  return rows.map((row) => ({ ...toView(row), slug: row.skill.slug }));
}

const TOKEN = /^rt_[0-9a-f]{64}$/;

/** True for a text of the form of a read token; it may still not be one. */
export const isReadTokenText = (text: string): boolean => TOKEN.test(text);

/** A busy reader would otherwise write a row for each request. */
const LAST_USED_EVERY_MS = 60_000;

/**
 * The skill that a token reads. Throws AUTH_FAILED for a text that is no token, an unknown one, one that has ended and
 * one that was taken back alike.
 */
export async function openReadToken(
  text: string,
): Promise<{ id: string; skillId: string; tokenHash: string }> {
  const now = systemClock.now();
  const tokenHash = sha256Hex(text);
  const right = isReadTokenText(text) ? await findTokenRight(database(), tokenHash, now) : null;
  if (right === null)
    throw new DomainError(
      "AUTH_FAILED",
      "This read token is not valid, has ended, or was taken back. Ask the owner of the skill for another one.",
    );
  const { id, skillId, lastUsedAt } = right;
  const before = new Date(now.getTime() - LAST_USED_EVERY_MS);
  if (lastUsedAt === null || lastUsedAt < before) await setLastUsed(database(), id, now, before);
  return { id, skillId, tokenHash };
}

const NOT_OWNER = "Only the owner of a skill decides who may read it.";

/** The own skill, held; a session proves that it is its person, and a program is told of by mail. */
async function lockOwn(db: Database, { actor, skill }: OfSkill, now: Date) {
  if (!actor.apiKey) await assertConfirmed(db, actor, now);
  return lockOwnSkill(db, { skill, accountId: actor.accountId, act: "own", refusal: NOT_OWNER });
}

interface NewRight {
  skillId: string;
  actor: Actor;
  expiresAt: Date;
  accountId?: string;
  tokenHash?: string | null;
  name?: string;
}

async function insert(db: Database, { actor, ...right }: NewRight, now: Date): Promise<ReadingRightRow> {
  if ((await countRights(db, right.skillId, now)) >= MAX_READERS)
    throw new DomainError(
      "PERMISSION_DENIED",
      `At most ${MAX_READERS} accounts and tokens read one skill. Take one back first.`,
    );
  const id = newId("rdr", now.getTime());
  return insertRight(db, { id, ...right, givenById: actor.accountId, createdAt: now });
}

function endAfter(days: number, most: number, now: Date): Date {
  if (!Number.isInteger(days) || days < 1 || days > most)
    throw wrong("days", `It ends after 1 to ${most} days.`);
  return new Date(now.getTime() + days * DAY_MS);
}

const wrong = (member: string, detail: string) =>
  new DomainError("REQUEST_INVALID", detail, { details: { errors: [{ pointer: `#/${member}`, detail }] } });
