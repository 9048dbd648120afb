import { hasSigned } from "@/lib/audits/seals";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { lockFor, mayActForOwner } from "@/lib/identity/organisations/act-for";
import { readRoles, type OrganisationRole } from "@/lib/identity/organisations/roles";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordEvent } from "@/lib/log/events/events";
import type { MemberEventKind } from "@/lib/log/events/registry-event";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { endingOf, INVITATION_DAYS, type Ending } from "@/lib/ownership/endings";
import {
  challengesOwner,
  countOpenMembers,
  countOwners,
  findMember,
  findMemberOf,
  insertMember,
  setMemberAccepted,
  setMemberEnded,
  setRoles,
  withdrawExpiredInvitations,
  type MemberRow,
} from "@/lib/ownership/organisations/repository";
import { getOtherMailbox } from "@/lib/platform/mail/mailbox";
import { deleteOwnReviews } from "@/lib/registry/reviews/delete-reviews";

/** Why somebody cannot be invited to an organisation, or not accept, leave or be changed. */
export type MemberObstacle = "invited" | "full" | "audited" | "challenged" | "last-owner";

const REASONS: Record<MemberObstacle, string> = {
  invited: "this account is a member or is invited already",
  full: "the organisation has as many members and invitations as it can have",
  audited: "this account has signed an audit of one of its skills",
  challenged: "this account has an open challenge of one of its skills",
  "last-owner": "it would be left without an owner; make somebody else an owner first",
};

/** MEMBER_NOT_POSSIBLE with what is in the way, for people and as `details.obstacles`. */
function memberNotPossible(obstacles: readonly MemberObstacle[]): DomainError {
  const reasons = obstacles.map((each) => REASONS[each]).join("; ");
  return new DomainError("MEMBER_NOT_POSSIBLE", `This is not possible now: ${reasons}.`, {
    details: { obstacles: [...obstacles] },
  });
}

/** One answer for a member or an invitation that is not there, not one's own to end, or ended. */
const memberNotFound = () =>
  new DomainError("MEMBER_NOT_FOUND", "There is no such member or invitation, or it was ended before.");

/** How many are members of an organisation or invited to be, together. */
export const MAX_MEMBERS = 100;

/** What keeps an account from acting for an owner: it judges one of its skills, and would be judging its own work. */
async function findMemberObstacles(
  db: Database,
  { accountId, organisationId: ownerId }: { accountId: string; organisationId: string },
): Promise<MemberObstacle[]> {
  const obstacles: MemberObstacle[] = [];
  if (await hasSigned(db, { accountIds: [accountId], of: { ownerId } })) obstacles.push("audited");
  if (await challengesOwner(db, { accountId, ownerId })) obstacles.push("challenged");
  return obstacles;
}

/** A program may do what concerns maintainers; whoever gets hold of a key gives nobody the organisation or its money. */
async function assertMayHand(
  db: Database,
  actor: Actor,
  { roles, now }: { roles: readonly string[]; now: Date },
): Promise<void> {
  const isHarmless = roles.every((role) => role === "maintainer");
  if (!actor.apiKey || !isHarmless) await assertConfirmed(db, actor, now);
}

function readGivenRoles(written: readonly string[]): OrganisationRole[] {
  const roles = readRoles(written);
  if (roles) return roles;
  throw new DomainError("REQUEST_INVALID", "A member is owner, or maintainer, money, or both of these.", {
    details: {
      errors: [{ pointer: "#/roles", detail: 'expected ["owner"], or "maintainer", "money" or both' }],
    },
  });
}

export interface MemberInvitation {
  actor: Actor;
  /** User name of the organisation. */
  organisation: string;
  /** User name of whom to invite: a person. */
  username: string;
  roles: readonly string[];
}

export interface InvitedMember {
  memberId: string;
  organisation: string;
  username: string;
  roles: OrganisationRole[];
  expiresAt: string;
}

/**
 * Invites somebody to act for an organisation; until they accept, within seven days, nothing changes. They are mailed.
 *
 * Throws NOT_FOUND, PERMISSION_DENIED (only its owners), CONFIRMATION_REQUIRED (a program with a key invites maintainers
 * alone), REQUEST_INVALID (nobody of that name, oneself, an organisation, or no such roles) and MEMBER_NOT_POSSIBLE with
 * `details.obstacles`.
 */
export async function inviteMember(
  { actor, organisation: name, username, roles: written }: MemberInvitation,
  clock: Clock = systemClock,
): Promise<InvitedMember> {
  const now = clock.now();
  const roles = readGivenRoles(written);
  return inTransaction(async (tx) => {
    const invited = await getOtherMailbox(tx, { username, than: actor.accountId, pointer: "#/username" });
    const asked = { organisation: name, act: "govern", others: [invited.accountId] } as const;
    const { organisationId, organisation } = await lockFor(tx, actor, asked);
    await assertMayHand(tx, actor, { roles, now });
    const { accountId } = invited;
    const obstacles = await findMemberObstacles(tx, { accountId, organisationId });
    if (obstacles.length > 0) throw memberNotPossible(obstacles);
    await withdrawExpiredInvitations(tx, organisationId, now);
    if ((await countOpenMembers(tx, organisationId)) >= MAX_MEMBERS) throw memberNotPossible(["full"]);
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
    const memberId = newId("mem", now.getTime());
    const by = { invitedById: actor.accountId, createdAt: now, expiresAt };
    if (!(await insertMember(tx, { id: memberId, organisationId, accountId, roles, ...by })))
      throw memberNotPossible(["invited"]);
    const facts = { slug: "", from: organisation, to: invited.username, now };
    await notifyOfOffer(tx, "member-invited", { ...facts, accountId });
    return { memberId, organisation, username: invited.username, roles, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Begins to act for an organisation, in one transaction; one's own reviews of its skills go. Of several at once one does
 * it. Its owners are mailed, and the public log keeps it.
 *
 * Throws CONFIRMATION_REQUIRED, MEMBER_NOT_FOUND for an invitation that is not the actor's, or not any more,
 * MEMBER_NOT_POSSIBLE with `details.obstacles`, and AUTH_FAILED when one of both accounts was closed meanwhile.
 */
export async function acceptMembership(
  { actor, memberId }: { actor: Actor; memberId: string },
  clock: Clock = systemClock,
): Promise<{ organisation: string; roles: OrganisationRole[] }> {
  const invitation = await findMember(database(), memberId);
  const { accountId } = actor;
  if (invitation?.accountId !== accountId) throw memberNotFound();
  const { organisationId } = invitation;
  const now = clock.now();
  return inTransaction(async (tx) => {
    await shareLockAccounts(tx, [organisationId, accountId]);
    await assertConfirmed(tx, actor, now);
    if (!(await setMemberAccepted(tx, memberId, now))) throw memberNotFound();
    const obstacles = await findMemberObstacles(tx, { accountId, organisationId });
    if (obstacles.length > 0) throw memberNotPossible(obstacles);
    await deleteOwnReviews(tx, { accountIds: [accountId], of: { ownerId: organisationId } });
    const member = (await findMember(tx, memberId)) ?? invitation;
    await recordMember(tx, { kind: "organisation:member-added", member, actor, now });
    await notifyOwners(tx, "member-accepted", { member, now });
    return { organisation: member.organisation.username, roles: member.roles as OrganisationRole[] };
  });
}

export interface RolesChange {
  actor: Actor;
  /** User names. */
  organisation: string;
  username: string;
  roles: readonly string[];
}

/**
 * Gives a member other roles. Both it and the owners are mailed, and the public log keeps it. The same roles again
 * change nothing.
 *
 * Throws NOT_FOUND, PERMISSION_DENIED (only its owners), CONFIRMATION_REQUIRED, REQUEST_INVALID for no such roles,
 * MEMBER_NOT_FOUND for who is no member, and MEMBER_NOT_POSSIBLE for its last owner.
 */
export async function changeRoles({
  actor,
  organisation: name,
  username,
  roles: written,
}: RolesChange): Promise<{ organisation: string; username: string; roles: OrganisationRole[] }> {
  const now = systemClock.now();
  const roles = readGivenRoles(written);
  return inTransaction(async (tx) => {
    const { organisationId, organisation } = await lockFor(tx, actor, { organisation: name, act: "govern" });
    const found = await findMemberOf(tx, { organisationId, username });
    if (found?.state !== "active") throw memberNotFound();
    await assertMayHand(tx, actor, { roles: [...roles, ...found.roles], now });
    const changed = { organisation, username: found.account.username, roles };
    if (roles.join() === found.roles.join()) return changed;
    if (!roles.includes("owner")) await assertOwnerLeft(tx, found);
    if (!(await setRoles(tx, found.id, roles))) throw memberNotFound();
    const member = { ...found, roles };
    await recordMember(tx, { kind: "organisation:member-changed", member, actor, now });
    const { accountId } = member;
    if (accountId !== actor.accountId) await notifyMember(tx, "member-changed", { member, accountId, now });
    await notifyOwners(tx, "member-changed", { member, now });
    return changed;
  });
}

/**
 * Ends an invitation or somebody's part in an organisation: its owners withdraw and remove, whom it is about declines and
 * leaves. From then on they do nothing in its name; what they have done stays. Whoever it is about is mailed, if they
 * did not do it, and its owners.
 *
 * Throws MEMBER_NOT_FOUND for others' and for one that was ended before, CONFIRMATION_REQUIRED (a program with a key
 * ends maintainers and its own account's part alone) and MEMBER_NOT_POSSIBLE for its last owner.
 */
export async function endMember({
  actor,
  memberId,
}: {
  actor: Actor;
  memberId: string;
}): Promise<{ organisation: string; username: string; ended: Ending }> {
  const seen = await findMember(database(), memberId);
  if (!seen) throw memberNotFound();
  const now = systemClock.now();
  const { organisationId } = seen;
  const { accountId: actorId } = actor;
  return inTransaction(async (tx) => {
    await shareLockAccounts(tx, [organisationId, actorId]);
    const member = await findMember(tx, memberId);
    const decides = await mayActForOwner(tx, { ownerId: organisationId, accountId: actorId, act: "govern" });
    const ended = member && endingOf(member, { actorId, decides });
    if (!ended) throw memberNotFound();
    if (ended === "removed") await assertMayHand(tx, actor, { roles: member.roles, now });
    await endMemberIn(tx, { member, ended, actor, now });
    return { organisation: member.organisation.username, username: member.account.username, ended };
  });
}

/** The same by names, as programs say it. Throws NOT_FOUND and PERMISSION_DENIED as well. */
export async function endMemberOf({
  actor,
  organisation,
  username,
}: {
  actor: Actor;
  organisation: string;
  username: string;
}): Promise<{ organisation: string; username: string; ended: Ending }> {
  const row = await findMemberOf(database(), { organisation, username });
  if (!row) throw memberNotFound();
  return endMember({ actor, memberId: row.id });
}

interface EndedMember {
  member: MemberRow;
  ended: Ending;
  actor: { accountId: string; username: string };
  now: Date;
}

/** Ends what is open, in the caller's transaction, which holds the organisation. Throws as `endMember`. */
export async function endMemberIn(db: Database, { member, ended, actor, now }: EndedMember): Promise<void> {
  if (member.state === "active") await assertOwnerLeft(db, member);
  if (!(await setMemberEnded(db, member.id, { to: ended, now }))) throw memberNotFound();
  if (ended === "declined" || ended === "withdrawn") return;
  await recordMember(db, { kind: "organisation:member-ended", member, actor, now });
  const { accountId } = member;
  if (accountId !== actor.accountId) await notifyMember(db, "member-ended", { member, accountId, now });
  await notifyOwners(db, "member-ended", { member, now });
}

/** Throws MEMBER_NOT_POSSIBLE for the last owner; the caller's transaction holds the organisation. */
async function assertOwnerLeft(db: Database, { organisationId, roles }: MemberRow): Promise<void> {
  if (roles.includes("owner") && (await countOwners(db, organisationId)) <= 1)
    throw memberNotPossible(["last-owner"]);
}

async function recordMember(
  db: Database,
  change: {
    kind: MemberEventKind;
    member: MemberRow;
    actor: { accountId: string; username: string };
    now: Date;
  },
): Promise<void> {
  const { kind, member, actor, now } = change;
  const { organisationId, organisation, account, roles } = member;
  const names = { organisation: organisation.username, member: account.username, by: actor.username };
  const data = { ...names, roles: roles.join(" ") };
  await recordEvent(db, { kind, accountId: organisationId, data }, now, actor.accountId);
}

type MemberMail = "member-accepted" | "member-changed" | "member-ended";

async function notifyMember(
  db: Database,
  kind: MemberMail,
  { member, accountId, now }: { member: MemberRow; accountId: string; now: Date },
): Promise<void> {
  const facts = { slug: "", from: member.organisation.username, to: member.account.username, now };
  await notifyOfOffer(db, kind, { ...facts, accountId });
}

const notifyOwners = (db: Database, kind: MemberMail, about: { member: MemberRow; now: Date }) =>
  notifyMember(db, kind, { ...about, accountId: about.member.organisationId });
