import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { stateBefore, type Ending } from "@/lib/ownership/endings";

const MEMBER = {
  id: true,
  organisationId: true,
  accountId: true,
  roles: true,
  state: true,
  createdAt: true,
  acceptedAt: true,
  expiresAt: true,
  account: { select: { username: true } },
  organisation: { select: { username: true } },
} satisfies Prisma.OrganisationMemberSelect;

export type MemberRow = Prisma.OrganisationMemberGetPayload<{ select: typeof MEMBER }>;

export interface NewMember {
  id: string;
  organisationId: string;
  accountId: string;
  roles: string[];
  invitedById: string;
  createdAt: Date;
  expiresAt: Date;
  /** Of the founder; others are invited. */
  acceptedAt?: Date;
}

/** False while the account is a member or invited already. */
export async function insertMember(db: Database, member: NewMember): Promise<boolean> {
  const state = member.acceptedAt === undefined ? "invited" : "active";
  const row = { ...member, state, openAccountId: member.accountId };
  return (await db.organisationMember.createMany({ data: [row], skipDuplicates: true })).count === 1;
}

/** How many organisations an account has founded: its own row there is one it made itself. */
export function countFounded(db: Database, accountId: string): Promise<number> {
  return db.organisationMember.count({ where: { accountId, invitedById: accountId } });
}

export function findMember(db: Database, id: string): Promise<MemberRow | null> {
  return db.organisationMember.findUnique({ where: { id }, select: MEMBER });
}

/** Who is a member of an organisation or invited to be, by user name; null for nobody of it. */
export function findMemberOf(
  db: Database,
  of: { username: string } & ({ organisationId: string } | { organisation: string }),
): Promise<MemberRow | null> {
  const organisation = "organisation" in of ? { username: of.organisation } : { id: of.organisationId };
  return db.organisationMember.findFirst({
    where: { organisation, account: { username: of.username }, openAccountId: { not: null } },
    select: MEMBER,
  });
}

/** Members of an organisation, and invitations that can still be accepted, the oldest first. */
export function listMembers(db: Database, organisationId: string, now: Date): Promise<MemberRow[]> {
  const OR = [{ state: "active" }, { state: "invited", expiresAt: { gt: now } }];
  return db.organisationMember.findMany({
    where: { organisationId, OR },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: MEMBER,
  });
}

/** Invitations that an account can accept, the newest first. */
export function listInvitedTo(
  db: Database,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<MemberRow[]> {
  return db.organisationMember.findMany({
    where: {
      openAccountId: accountId,
      state: "invited",
      expiresAt: { gt: now },
      organisation: { closedAt: null },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: MEMBER,
  });
}

/** Of an account, all that is open: memberships and invitations. */
export function listOpenOf(db: Database, openAccountId: string): Promise<MemberRow[]> {
  return db.organisationMember.findMany({ where: { openAccountId }, orderBy: { id: "asc" }, select: MEMBER });
}

/** How many places of an organisation are taken, by members and by invitations. */
export function countOpenMembers(db: Database, organisationId: string): Promise<number> {
  return db.organisationMember.count({ where: { organisationId, openAccountId: { not: null } } });
}

/** How many owners an organisation has. */
export function countOwners(db: Database, organisationId: string): Promise<number> {
  return db.organisationMember.count({ where: { organisationId, state: "active", roles: { has: "owner" } } });
}

/** Makes room: an invitation that nobody answered in time holds its place until then. */
export async function withdrawExpiredInvitations(
  db: Database,
  organisationId: string,
  now: Date,
): Promise<void> {
  await db.organisationMember.updateMany({
    where: { organisationId, state: "invited", expiresAt: { lte: now } },
    data: { state: "withdrawn", openAccountId: null, endedAt: now },
  });
}

/** False when the invitation was answered or withdrawn before, or its time is over. */
export async function setMemberAccepted(db: Database, id: string, now: Date): Promise<boolean> {
  const { count } = await db.organisationMember.updateMany({
    where: { id, state: "invited", expiresAt: { gt: now } },
    data: { state: "active", acceptedAt: now },
  });
  return count === 1;
}

/** False when it was ended before, or is not (any more) what this ends. */
export async function setMemberEnded(
  db: Database,
  id: string,
  { to, now }: { to: Ending; now: Date },
): Promise<boolean> {
  const { count } = await db.organisationMember.updateMany({
    where: { id, state: stateBefore(to) },
    data: { state: to, openAccountId: null, endedAt: now },
  });
  return count === 1;
}

/** False for who is no member any more. */
export async function setRoles(db: Database, id: string, roles: string[]): Promise<boolean> {
  const { count } = await db.organisationMember.updateMany({
    where: { id, state: "active" },
    data: { roles },
  });
  return count === 1;
}

export async function setPayee(db: Database, organisationId: string, payeeAddress: string): Promise<void> {
  await db.account.updateMany({ where: { id: organisationId, closedAt: null }, data: { payeeAddress } });
}

/** Closes an organisation that its only member leaves, and ends what is open in it. */
export async function setOrganisationEnded(db: Database, id: string, now: Date): Promise<void> {
  await db.account.update({ where: { id, closedAt: null }, data: { closedAt: now }, select: { id: true } });
  const where = { organisationId: id, openAccountId: { not: null } };
  for (const [before, state] of [
    ["invited", "withdrawn"],
    ["active", "left"],
  ] as const)
    await db.organisationMember.updateMany({
      where: { ...where, state: before },
      data: { state, openAccountId: null, endedAt: now },
    });
}

/** Whether somebody has an open challenge of any version of any skill of an owner. */
export async function challengesOwner(
  db: Database,
  { accountId, ownerId }: { accountId: string; ownerId: string },
): Promise<boolean> {
  const where = { accountId, state: "open", version: { skill: { ownerId } } };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** Names of the organisations that an account alone owns, with whether anything or anybody would be left in them. */
export function listSoleOwned(
  db: Database,
  accountId: string,
): Promise<{ id: string; username: string; isInUse: boolean }[]> {
  return db.$queryRaw(Prisma.sql`
    SELECT o."id", o."username", EXISTS (SELECT 1 FROM "Skills" s WHERE s."owner_id" = o."id")
      OR EXISTS (SELECT 1 FROM "OrganisationMembers" x WHERE x."organisation_id" = o."id" AND x."state" = 'active'
        AND x."account_id" <> ${accountId}) AS "isInUse"
    FROM "OrganisationMembers" m JOIN "Accounts" o ON o."id" = m."organisation_id" AND o."closed_at" IS NULL
    WHERE m."open_account_id" = ${accountId} AND m."state" = 'active' AND 'owner' = ANY(m."roles")
      AND NOT EXISTS (SELECT 1 FROM "OrganisationMembers" x WHERE x."organisation_id" = o."id" AND x."state" = 'active'
        AND 'owner' = ANY(x."roles") AND x."account_id" <> ${accountId})
    ORDER BY o."username"`);
}
