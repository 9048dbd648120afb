import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import {
  countFollowed,
  countStarsOf,
  deleteFollow,
  findAccountCalled,
  insertFollow,
  selectFollowed,
  selectFollowers,
  type FollowedId,
  type FollowedRow,
} from "@/lib/catalogue/following/repository";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import { findSet } from "@/lib/registry/sets/find-set";

/** What can be followed. */
export const FOLLOWED_KINDS = ["skill", "publisher", "set"] as const;

/** Names a skill (also by its id), a person or organisation, or a set. */
export interface Followed {
  kind: (typeof FOLLOWED_KINDS)[number];
  name: string;
}

export type { FollowedRow };

/** Followed by one account, stars of skills among them. */
export const MAX_FOLLOWED = 1_000;

/**
 * Has an account follow something, a skill by its star; false when it did before. Exact, however many at once: the
 * account is held. Throws what `getSkill` throws, NOT_FOUND for an account or set that there is not, or no more,
 * REQUEST_INVALID beyond 1,000, and AUTH_FAILED for an account closed meanwhile.
 */
export async function follow(
  accountId: string,
  followed: Followed,
  clock: Clock = systemClock,
): Promise<boolean> {
  const of = await getFollowable(followed);
  const createdAt = clock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId);
    const isNew = await insertFollow(tx, of, { id: newId("fol", createdAt.getTime()), accountId, createdAt });
    if (isNew && (await countFollowed(tx, accountId)) > MAX_FOLLOWED)
      throw new DomainError(
        "REQUEST_INVALID",
        `An account follows at most ${MAX_FOLLOWED} skills, publishers and sets. Unfollow something first.`,
      );
    return isNew;
  });
}

/**
 * Ends it, also of what is offered no more; false when the account did not follow it. Throws SKILL_NOT_FOUND and
 * NOT_FOUND.
 */
export async function unfollow(accountId: string, followed: Followed): Promise<boolean> {
  const { of } = await findFollowed(followed);
  return deleteFollow(database(), of, accountId);
}

/** What an account follows, by kind and name. */
export const listFollowed = (accountId: string): Promise<FollowedRow[]> =>
  selectFollowed(database(), accountId, MAX_FOLLOWED);

export interface FollowState {
  followers: number;
  /** Whether who asks is one of them; null for who is not signed in. */
  isFollowed: boolean | null;
}

/** How many follow something, and whether an account does. */
export async function getFollowState(of: FollowedId, accountId: string | null): Promise<FollowState> {
  const { followers, isFollowed } = await selectFollowers(database(), of, accountId);
  return { followers, isFollowed: accountId === null ? null : isFollowed };
}

/** How many accounts follow each skill; those that nobody follows are left out. */
export function countStars(skillIds: readonly string[]): Promise<Map<string, number>> {
  return countStarsOf(database(), skillIds);
}

async function getFollowable(followed: Followed): Promise<FollowedId> {
  if (followed.kind === "skill") return { skillId: (await getSkill(followed.name)).id };
  const { of, isEnded } = await findFollowed(followed);
  if (!isEnded) return of;
  throw notFound(followed);
}

/** Whatever has this name, and whether it has ended. Throws SKILL_NOT_FOUND and NOT_FOUND. */
async function findFollowed({ kind, name }: Followed): Promise<{ of: FollowedId; isEnded: boolean }> {
  if (kind === "skill") {
    const skill = await findCalledSkill(database(), name);
    if (!skill) throw new DomainError("SKILL_NOT_FOUND", "There is no such skill.");
    return { of: { skillId: skill.id }, isEnded: false };
  }
  if (kind === "set") {
    const found = await findSet(database(), name);
    if (!found) throw notFound({ kind, name });
    return { of: { setId: found.set.id }, isEnded: found.set.withdrawReason !== null };
  }
  const account = await findAccountCalled(database(), name);
  if (!account) throw notFound({ kind, name });
  return { of: { publisherId: account.id }, isEnded: account.isClosed };
}

const notFound = ({ kind }: Followed) =>
  new DomainError(
    "NOT_FOUND",
    kind === "set"
      ? "There is no such set, or it was withdrawn."
      : "There is no such account, or it was closed.",
  );
