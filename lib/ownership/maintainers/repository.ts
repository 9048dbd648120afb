import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { stateBefore, type Ending } from "@/lib/ownership/endings";

const MAINTAINER = {
  id: true,
  skillId: true,
  accountId: true,
  state: true,
  expiresAt: true,
  account: { select: { username: true } },
  skill: { select: { slug: true, ownerId: true, publishedAt: true, owner: { select: { username: true } } } },
} satisfies Prisma.SkillMaintainerSelect;

export type MaintainerRow = Prisma.SkillMaintainerGetPayload<{ select: typeof MAINTAINER }>;

export interface NewInvitation {
  id: string;
  skillId: string;
  accountId: string;
  invitedById: string;
  createdAt: Date;
  expiresAt: Date;
}

/** False while the account is invited already, or maintains the skill. */
export async function insertInvitation(db: Database, invitation: NewInvitation): Promise<boolean> {
  const row = { ...invitation, openAccountId: invitation.accountId };
  return (await db.skillMaintainer.createMany({ data: [row], skipDuplicates: true })).count === 1;
}

export function findMaintainer(db: Database, id: string): Promise<MaintainerRow | null> {
  return db.skillMaintainer.findUnique({ where: { id }, select: MAINTAINER });
}

/** Whoever maintains a skill or is invited to, by their user name as it is now; null for nobody of it. */
export async function findOpenMaintainer(
  db: Database,
  { skillId, accountId }: { skillId: string; accountId: string },
): Promise<MaintainerRow | null> {
  return db.skillMaintainer.findFirst({ where: { skillId, openAccountId: accountId }, select: MAINTAINER });
}

/** How many places of a skill are taken: by who maintains it, and by invitations that can be accepted. */
export function countOpen(db: Database, skillId: string): Promise<number> {
  return db.skillMaintainer.count({ where: { skillId, openAccountId: { not: null } } });
}

/** Makes room: an invitation that nobody answered in time holds its place until then. */
export async function withdrawExpired(db: Database, skillId: string, now: Date): Promise<void> {
  await db.skillMaintainer.updateMany({
    where: { skillId, state: "invited", expiresAt: { lte: now } },
    data: { state: "withdrawn", openAccountId: null, endedAt: now },
  });
}

/** False when the invitation was answered or withdrawn before, or its time is over. */
export async function setAccepted(db: Database, id: string, now: Date): Promise<boolean> {
  const { count } = await db.skillMaintainer.updateMany({
    where: { id, state: "invited", expiresAt: { gt: now } },
    data: { state: "active", acceptedAt: now },
  });
  return count === 1;
}

/** False when it was ended before, or is not (any more) what this ends. */
export async function setEnded(
  db: Database,
  id: string,
  { to, now }: { to: Ending; now: Date },
): Promise<boolean> {
  const { count } = await db.skillMaintainer.updateMany({
    where: { id, state: stateBefore(to) },
    data: { state: to, openAccountId: null, endedAt: now },
  });
  return count === 1;
}

/** Invitations that an account can accept, the newest first. */
export function listInvitations(
  db: Database,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<MaintainerRow[]> {
  return db.skillMaintainer.findMany({
    where: { accountId, state: "invited", expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: MAINTAINER,
  });
}

/** What an account maintains, and who maintains the skills of some owners or can still accept to, the oldest first. */
export function listStanding(
  db: Database,
  { accountId, ownerIds, now }: { accountId: string; ownerIds: readonly string[]; now: Date },
): Promise<MaintainerRow[]> {
  const active = { state: "active" };
  const invited = { state: "invited", expiresAt: { gt: now } };
  return db.skillMaintainer.findMany({
    where: {
      OR: [
        { accountId, ...active },
        { skill: { ownerId: { in: [...ownerIds] } }, OR: [active, invited] },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: MAINTAINER,
  });
}

/**
 * Everybody who maintains skills, or is invited to: of one skill, or whatever an account owns or is asked to maintain.
 */
export function listOpen(
  db: Database,
  of: { skillId: string } | { accountId: string },
): Promise<MaintainerRow[]> {
  const where =
    "skillId" in of ? of : { OR: [{ accountId: of.accountId }, { skill: { ownerId: of.accountId } }] };
  return db.skillMaintainer.findMany({
    where: { ...where, openAccountId: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: MAINTAINER,
  });
}

const UNLISTED = {
  id: true,
  version: true,
  vettingStatus: true,
  createdAt: true,
  skill: { select: { slug: true } },
} satisfies Prisma.SkillVersionSelect;

/**
 * Versions an account uploaded as a maintainer, to skills that are not its own now, and that vetting has not let
 * through; the newest first.
 */
export function listUnlistedUploads(
  db: Database,
  accountId: string,
  limit: number,
): Promise<Prisma.SkillVersionGetPayload<{ select: typeof UNLISTED }>[]> {
  return db.skillVersion.findMany({
    where: {
      uploadedById: accountId,
      publisherId: { not: accountId },
      publishedAt: null,
      yankedAt: null,
      vettingStatus: { in: ["pending", "caution", "rejected"] },
      skill: { ownerId: { not: accountId } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: UNLISTED,
  });
}

/** Whether an account has an open challenge of any version of a skill. */
export async function hasOpenChallenge(
  db: Database,
  { accountId, skillId }: { accountId: string; skillId: string },
): Promise<boolean> {
  const where = { accountId, state: "open", version: { skillId } };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** Names of the skills of some owners, by which it can invite somebody to one. */
export async function listOwnSlugs(
  db: Database,
  ownerIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db.skill.findMany({
    where: { ownerId: { in: [...ownerIds] } },
    orderBy: { slug: "asc" },
    take: limit,
    select: { slug: true },
  });
  return rows.map(({ slug }) => slug);
}
