import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

const TRANSFER = {
  id: true,
  skillId: true,
  fromId: true,
  toId: true,
  state: true,
  createdAt: true,
  expiresAt: true,
  from: { select: { username: true } },
  to: { select: { username: true } },
  skill: {
    select: {
      slug: true,
      askedLamports: true,
      latestVersion: { select: { id: true, version: true, priceLamports: true } },
    },
  },
} satisfies Prisma.SkillTransferSelect;

export type TransferRow = Prisma.SkillTransferGetPayload<{ select: typeof TRANSFER }>;

export interface NewTransfer {
  id: string;
  skillId: string;
  fromId: string;
  toId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** False while the skill has an open offer. */
export async function insertTransfer(db: Database, transfer: NewTransfer): Promise<boolean> {
  const row = { ...transfer, openSkillId: transfer.skillId };
  return (await db.skillTransfer.createMany({ data: [row], skipDuplicates: true })).count === 1;
}

export function findTransfer(db: Database, id: string): Promise<TransferRow | null> {
  return db.skillTransfer.findUnique({ where: { id }, select: TRANSFER });
}

/** Offers of and to some accounts that can be answered now, the newest first. */
export function listOpenTransfers(
  db: Database,
  { accountIds, now, limit }: { accountIds: string[]; now: Date; limit: number },
): Promise<TransferRow[]> {
  const theirs = { in: accountIds };
  return db.skillTransfer.findMany({
    where: { state: "offered", expiresAt: { gt: now }, OR: [{ fromId: theirs }, { toId: theirs }] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: TRANSFER,
  });
}

/** Ends an open offer; false when it was ended before, or can only be cancelled by now. */
export async function setTransferEnded(
  db: Database,
  id: string,
  { to, now }: { to: "accepted" | "declined" | "cancelled"; now: Date },
): Promise<boolean> {
  const withTimeout = to === "cancelled" ? {} : { expiresAt: { gt: now } };
  const { count } = await db.skillTransfer.updateMany({
    where: { id, state: "offered", ...withTimeout },
    data: { state: to, openSkillId: null, endedAt: now },
  });
  return count === 1;
}

/** Makes room for a new offer: one that nobody answered in time holds its skill until then. */
export async function cancelExpired(db: Database, skillId: string, now: Date): Promise<void> {
  await db.skillTransfer.updateMany({
    where: { openSkillId: skillId, expiresAt: { lte: now } },
    data: { state: "cancelled", openSkillId: null, endedAt: now },
  });
}

/** Ends every open offer of an account and to it. */
export async function cancelTransfersOf(db: Database, accountId: string, now: Date): Promise<void> {
  await db.skillTransfer.updateMany({
    where: { state: "offered", OR: [{ fromId: accountId }, { toId: accountId }] },
    data: { state: "cancelled", openSkillId: null, endedAt: now },
  });
}

/** Gives a skill that is held to another account. Its agent, if one uploaded it, was the owner's before. */
export async function setOwner(db: Database, skillId: string, ownerId: string): Promise<void> {
  await db.skill.update({
    where: { id: skillId },
    data: { ownerId, agentIdentityId: null },
    select: { id: true },
  });
}

/** Skills that could be offered of some owners, by name. */
export function listTransferable(
  db: Database,
  ownerIds: string[],
  limit: number,
): Promise<{ id: string; slug: string }[]> {
  return db.skill.findMany({
    where: { ownerId: { in: ownerIds } },
    orderBy: { slug: "asc" },
    take: limit,
    select: { id: true, slug: true },
  });
}

export interface Undecided {
  quarantined: boolean;
  /** A version is being vetted or on hold, or a challenge or an appeal is open. */
  waiting: boolean;
}

/** What about a skill is not decided yet; one query. */
export async function findUndecided(db: Database, skillId: string): Promise<Undecided> {
  const [row] = await db.$queryRaw<Undecided[]>(sql`
    SELECT s."quarantined_at" IS NOT NULL AS "quarantined",
      EXISTS (SELECT 1 FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND v."published_at" IS NULL AND v."yanked_at" IS NULL
        AND v."vetting_status" IN ('pending', 'caution'))
      OR EXISTS (SELECT 1 FROM "Challenges" c JOIN "SkillVersions" v ON v."id" = c."version_id"
        WHERE v."skill_id" = s."id" AND c."state" = 'open')
      OR EXISTS (SELECT 1 FROM "Appeals" a WHERE a."skill_id" = s."id" AND a."state" = 'open') AS "waiting"
    FROM "Skills" s WHERE s."id" = ${skillId}`);
  if (!row) throw new Error(`skill ${skillId} is gone, and skills are never deleted`);
  return row;
}
