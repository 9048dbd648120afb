import { DomainError } from "@/lib/kernel/errors";
import { endingOf, INVITATION_DAYS, type Ending } from "@/lib/ownership/endings";
import { mayActForOwner } from "@/lib/identity/organisations/act-for";
import { hasSigned } from "@/lib/audits/seals";
import { type Database, database } from "@/lib/db/client";
import {
  hasOpenChallenge,
  countOpen,
  insertInvitation,
  withdrawExpired,
  findMaintainer,
  setAccepted,
  listOpen,
  setEnded,
  findOpenMaintainer,
  type MaintainerRow,
} from "@/lib/ownership/maintainers/repository";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getOtherMailbox, getMailbox } from "@/lib/platform/mail/mailbox";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { newId } from "@/lib/kernel/ids";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { lockOwnSkill, lockOwnedSkill } from "@/lib/registry/find-skill";
import { recordEvent, recordUnmailed } from "@/lib/log/events/events";
import { deleteOwnReviews } from "@/lib/registry/reviews/delete-reviews";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import { readAs, readerOf } from "@/lib/registry/access/reader";

/** Why somebody cannot be invited to maintain a skill, or not accept. */
export type MaintainerObstacle = "invited" | "full" | "audited" | "challenged";

const REASONS: Record<MaintainerObstacle, string> = {
  invited: "this account maintains it or is invited already",
  full: "it has as many maintainers and invitations as a skill can have",
  audited: "this account has signed an audit of it",
  challenged: "this account has an open challenge of it",
};

/** MAINTAINER_NOT_POSSIBLE with what is in the way, for people and as `details.obstacles`. */
function maintainerNotPossible(obstacles: readonly MaintainerObstacle[]): DomainError {
  const reasons = obstacles.map((each) => REASONS[each]).join("; ");
  return new DomainError(
    "MAINTAINER_NOT_POSSIBLE",
    `The skill cannot have this maintainer now: ${reasons}.`,
    {
      details: { obstacles: [...obstacles] },
    },
  );
}

/**
 * One answer for an invitation or a maintainer that is not there, not one's own to end, or ended: nobody learns of
 * others' invitations.
 */
function maintainerNotFound(): DomainError {
  return new DomainError(
    "MAINTAINER_NOT_FOUND",
    "There is no such maintainer or invitation, or it was ended before.",
  );
}

/** What keeps an account from maintaining a skill: it judges it, and would be judging its own work. */
async function findMaintainerObstacles(
  db: Database,
  where: { accountId: string; skillId: string },
): Promise<MaintainerObstacle[]> {
  const obstacles: MaintainerObstacle[] = [];
  if (await hasSigned(db, { accountIds: [where.accountId], of: { id: where.skillId } }))
    obstacles.push("audited");
  if (await hasOpenChallenge(db, where)) obstacles.push("challenged");
  return obstacles;
}

/** How many maintain a skill or are invited to, together. */
export const MAX_MAINTAINERS = 20;

export interface MaintainerInvitation {
  actor: Actor;
  /** Slug or id. */
  skill: string;
  /** User name of whom to invite. */
  username: string;
}

/**
 * Invites another account to maintain a skill; until it accepts, within seven days, nothing changes. It is told
 * by mail, and so is the owner, whose settings list it: a person confirms that it is them, a program with a key
 * is not asked.
 *
 * Throws CONFIRMATION_REQUIRED, SKILL_NOT_FOUND, PERMISSION_DENIED (only its owner), REQUEST_INVALID (nobody of that
 * name, or oneself) and MAINTAINER_NOT_POSSIBLE with `details.obstacles`.
 */
export async function inviteMaintainer(
  { actor, skill: slugOrId, username }: MaintainerInvitation,
  clock: Clock = systemClock,
): Promise<{ maintainerId: string; slug: string; username: string; expiresAt: string }> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const { accountId } = actor;
    const invited = await getOtherMailbox(tx, { username, than: accountId, pointer: "#/username" });
    await shareLockAccounts(tx, [accountId, invited.accountId]);
    if (!actor.apiKey) await assertConfirmed(tx, actor, now);
    const refusal = "Only the owner of a skill can invite somebody to maintain it.";
    const own = await lockOwnSkill(tx, { skill: slugOrId, accountId, act: "own", refusal });
    const { id: skillId, slug, ownerId, owner } = own;
    const obstacles = await findMaintainerObstacles(tx, { accountId: invited.accountId, skillId });
    if (obstacles.length > 0) throw maintainerNotPossible(obstacles);
    await withdrawExpired(tx, skillId, now);
    if ((await countOpen(tx, skillId)) >= MAX_MAINTAINERS) throw maintainerNotPossible(["full"]);
    const invitation = {
      id: newId("mnt", now.getTime()),
      skillId,
      accountId: invited.accountId,
      invitedById: accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    };
    if (!(await insertInvitation(tx, invitation))) throw maintainerNotPossible(["invited"]);
    const facts = { slug, from: owner, to: invited.username, now };
    await notifyOfOffer(tx, "maintainer-invited", { ...facts, accountId: invited.accountId });
    const what = invited.username;
    await recordAccessChange(
      tx,
      { accountId: ownerId, change: "maintainer-invited", what, skill: slug, by: actor },
      now,
    );
    const { id: maintainerId, expiresAt } = invitation;
    return { maintainerId, slug, username: invited.username, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Begins to maintain a skill, in one transaction; one's own review of it goes. Of several at once one does it. The
 * public log keeps it.
 *
 * Throws CONFIRMATION_REQUIRED, MAINTAINER_NOT_FOUND for an invitation that is not the actor's, or not any more,
 * MAINTAINER_NOT_POSSIBLE with `details.obstacles`, and AUTH_FAILED when one of both accounts was closed meanwhile.
 */
export async function acceptInvitation(
  { actor, maintainerId }: { actor: Actor; maintainerId: string },
  clock: Clock = systemClock,
): Promise<{ slug: string }> {
  const invitation = await findMaintainer(database(), maintainerId);
  const { accountId } = actor;
  const ownerId = invitation?.skill.ownerId;
  if (invitation?.accountId !== accountId || !ownerId) throw maintainerNotFound();
  const { skillId } = invitation;
  const now = clock.now();
  return inTransaction(async (tx) => {
    await shareLockAccounts(tx, [ownerId, accountId]);
    await assertConfirmed(tx, actor, now);
    const skill = await lockOwnedSkill(tx, skillId);
    if (skill?.ownerId !== ownerId || !(await setAccepted(tx, maintainerId, now))) throw maintainerNotFound();
    const obstacles = await findMaintainerObstacles(tx, { accountId, skillId });
    if (obstacles.length > 0) throw maintainerNotPossible(obstacles);
    await deleteOwnReviews(tx, { accountIds: [accountId], of: { id: skillId } });
    // As they are called now, held: the log keeps it for ever.
    const { account, skill: held } = (await findMaintainer(tx, maintainerId)) ?? invitation;
    const [from, to] = [held.owner?.username ?? "", account.username];
    await notifyOfOffer(tx, "maintainer-accepted", { accountId: ownerId, slug: skill.slug, from, to, now });
    const data = { slug: skill.slug, maintainer: to };
    await recordEvent(tx, { kind: "skill:maintainer-added", skillId, data }, now, accountId);
    return { slug: skill.slug };
  });
}

/**
 * Ends everybody's part in a skill that changes owners, and every invitation to it, in the caller's transaction, which
 * holds the skill: whom the former owner trusted, the new one chooses anew. Whoever maintained it is told.
 */
export async function dropMaintainers(
  db: Database,
  { skillId, actor, now }: { skillId: string; actor: string; now: Date },
): Promise<void> {
  const open = await listOpen(db, { skillId });
  await recordUnmailed(db, await endAll(db, { skillId }, now), now, actor);
  for (const { accountId, state, account, skill } of open) {
    if (state === "invited" || accountId === actor) continue;
    const facts = { slug: skill.slug, from: skill.owner?.username ?? "", to: account.username, now };
    await notifyOfOffer(db, "maintainer-ended", { ...facts, accountId });
  }
}

/**
 * Ends what an account maintains and is invited to, and whoever maintains its skills, when it closes; the caller's
 * transaction holds the account. Returns what the caller records.
 */
export function leaveSkills(db: Database, accountId: string, now: Date): Promise<RegistryEvent[]> {
  return endAll(db, { accountId }, now);
}

async function endAll(
  db: Database,
  of: { skillId: string } | { accountId: string },
  now: Date,
): Promise<RegistryEvent[]> {
  const events: RegistryEvent[] = [];
  for (const { id, state, skillId, accountId, account, skill } of await listOpen(db, of)) {
    const left = "accountId" in of && of.accountId === accountId;
    const to = state === "invited" ? "withdrawn" : left ? "left" : "removed";
    if (!(await setEnded(db, id, { to, now })) || state === "invited") continue;
    const data = { slug: skill.slug, maintainer: account.username };
    events.push({ kind: "skill:maintainer-ended", skillId, data });
  }
  return events;
}

/**
 * Ends an invitation or somebody's part in a skill: its owner withdraws and removes, whom it is about declines and
 * leaves. From then on nothing is published by them; what they have published stays. Whoever did not do it is told.
 * Throws MAINTAINER_NOT_FOUND for others' and for one that was ended before.
 */
export async function endMaintainer({
  actor,
  maintainerId,
}: {
  actor: Actor;
  maintainerId: string;
}): Promise<{ slug: string; username: string; ended: Ending }> {
  const seen = await findMaintainer(database(), maintainerId);
  if (!seen) throw maintainerNotFound();
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await lockOwnedSkill(tx, seen.skillId); // an upload is before this, or sees it
    const row = await findMaintainer(tx, maintainerId);
    const ownerId = row?.skill.ownerId ?? null;
    const decides = await mayActForOwner(tx, { ownerId, accountId: actor.accountId, act: "own" });
    const ended = row && endingOf(row, { actorId: actor.accountId, decides });
    if (!ended || !(await setEnded(tx, maintainerId, { to: ended, now }))) throw maintainerNotFound();
    if (ended === "left" || ended === "removed") await tellEnded(tx, row, actor, now);
    return { slug: row.skill.slug, username: row.account.username, ended };
  });
}

/** The same by names, as programs say it. Throws SKILL_NOT_FOUND as well. */
export async function endMaintainerOf({
  actor,
  skill,
  username,
}: {
  actor: Actor;
  skill: string;
  username: string;
}): Promise<{ slug: string; username: string; ended: Ending }> {
  const found = await readAs(readerOf(actor), () => findCalledSkill(database(), skill));
  if (!found) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${skill}".`);
  const account = await getMailbox(database(), { username });
  const where = account && { skillId: found.id, accountId: account.accountId };
  const row = where && (await findOpenMaintainer(database(), where));
  if (!row) throw maintainerNotFound();
  return endMaintainer({ actor, maintainerId: row.id });
}

async function tellEnded(db: Database, row: MaintainerRow, actor: Actor, now: Date): Promise<void> {
  const { skillId, accountId, account, skill } = row;
  const told = actor.accountId === accountId ? skill.ownerId : accountId;
  const facts = { slug: skill.slug, from: skill.owner?.username ?? "", to: account.username, now };
  if (told !== null) await notifyOfOffer(db, "maintainer-ended", { ...facts, accountId: told });
  const data = { slug: skill.slug, maintainer: account.username };
  await recordEvent(db, { kind: "skill:maintainer-ended", skillId, data }, now, actor.accountId);
}
