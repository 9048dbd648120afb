import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const RIGHT = {
  id: true,
  name: true,
  createdAt: true,
  expiresAt: true,
  endedAt: true,
  lastUsedAt: true,
  account: { select: { username: true } },
} satisfies Prisma.ReadingRightSelect;

export type ReadingRightRow = Prisma.ReadingRightGetPayload<{ select: typeof RIGHT }>;

/** Rights to read a skill that are in force, newest first. */
export function listRightRows(db: Database, skillId: string, now: Date): Promise<ReadingRightRow[]> {
  return db.readingRight.findMany({ where: inForce(skillId, now), orderBy: NEWEST, select: RIGHT });
}

const NEWEST = [
  { createdAt: "desc" },
  { id: "desc" },
] satisfies Prisma.ReadingRightOrderByWithRelationInput[];
const inForce = (skillId: string, now: Date) => ({ skillId, endedAt: null, expiresAt: { gt: now } });

/** The same of all skills of some owners, with their names. */
export function listRightRowsOfOwners(
  db: Database,
  ownerIds: readonly string[],
  now: Date,
): Promise<(ReadingRightRow & { skill: { slug: string } })[]> {
  return db.readingRight.findMany({
    where: { skill: { ownerId: { in: [...ownerIds] } }, endedAt: null, expiresAt: { gt: now } },
    orderBy: [{ skill: { slug: "asc" } }, ...NEWEST],
    select: { ...RIGHT, skill: { select: { slug: true } } },
  });
}

export function countRights(db: Database, skillId: string, now: Date): Promise<number> {
  return db.readingRight.count({ where: inForce(skillId, now) });
}

export async function insertRight(
  db: Database,
  row: Omit<Prisma.ReadingRightUncheckedCreateInput, "endedAt" | "lastUsedAt">,
): Promise<ReadingRightRow> {
  return db.readingRight.create({ data: row, select: RIGHT });
}

/** Ends rights of a skill that are in force: all, one, or those of an account. How many that were. */
export async function setEnded(
  db: Database,
  { now, ...where }: { skillId: string; id?: string; accountId?: string; now: Date },
): Promise<number> {
  const { count } = await db.readingRight.updateMany({
    where: { ...where, endedAt: null, expiresAt: { gt: now } },
    data: { endedAt: now },
  });
  return count;
}

interface TokenRow {
  id: string;
  skillId: string;
  lastUsedAt: Date | null;
}

/** The right of a token that is in force; null for every other. */
export function findTokenRight(db: Database, tokenHash: string, now: Date): Promise<TokenRow | null> {
  return db.readingRight.findFirst({
    where: { tokenHash, endedAt: null, expiresAt: { gt: now } },
    select: { id: true, skillId: true, lastUsedAt: true },
  });
}

/** Of several at once the first writes. */
export async function setLastUsed(db: Database, id: string, lastUsedAt: Date, before: Date): Promise<void> {
  const where = { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: before } }] };
  await db.readingRight.updateMany({ where, data: { lastUsedAt } });
}
