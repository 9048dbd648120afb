import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { MODERATED_SKILL, type Decision } from "@/lib/moderation/repository";

export interface NewAppeal {
  id: string;
  skillId: string;
  versionId: string | null;
  accountId: string;
  text: string;
  createdAt: Date;
}

/** Violates the unique open appeal when there is one about the same decision. */
export async function insertAppeal(db: Database, appeal: NewAppeal): Promise<void> {
  await db.appeal.create({ data: appeal, select: { id: true } });
}

const APPEAL = {
  id: true,
  versionId: true,
  text: true,
  state: true,
  decision: true,
  decidedAt: true,
  createdAt: true,
  skill: { select: MODERATED_SKILL },
  account: { select: { id: true, username: true } },
} satisfies Prisma.AppealSelect;

export type AppealRow = Prisma.AppealGetPayload<{ select: typeof APPEAL }>;

/** Open appeals, longest waiting first. */
export function listOpenAppeals(db: Database, limit: number): Promise<AppealRow[]> {
  return db.appeal.findMany({
    where: { state: "open" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: APPEAL,
  });
}

/** Appeals of an account about the quarantine of one skill, or about one version, newest first. */
export function listAppealsOf(
  db: Database,
  { limit, ...where }: { skillId?: string; versionId: string | null; accountId: string; limit: number },
): Promise<AppealRow[]> {
  return db.appeal.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: APPEAL,
  });
}

export function findAppeal(db: Database, id: string): Promise<AppealRow | null> {
  return db.appeal.findUnique({ where: { id }, select: APPEAL });
}

/** Closes the open appeal about the quarantine of a skill; its id, or null when there is none. */
export async function closeAppealOfQuarantine(
  db: Database,
  skillId: string,
  decision: Decision,
): Promise<string | null> {
  const where = { skillId, versionId: null, state: "open" };
  const [row] = await db.appeal.updateManyAndReturn({ where, data: decision, select: { id: true } });
  return row?.id ?? null;
}

/** False when it was decided before. */
export async function closeAppeal(db: Database, id: string, decision: Decision): Promise<boolean> {
  return (await db.appeal.updateMany({ where: { id, state: "open" }, data: decision })).count === 1;
}
