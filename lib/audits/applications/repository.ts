import type { Database } from "@/lib/db/client";

export interface ApplicationRow {
  id: string;
  accountId: string;
  address: string;
  displayName: string;
  about: string;
  keyStatement: string | null;
  keySignature: string | null;
  state: string;
  createdAt: Date;
}

const APPLICATION = {
  id: true,
  accountId: true,
  address: true,
  displayName: true,
  about: true,
  keyStatement: true,
  keySignature: true,
  state: true,
  createdAt: true,
} as const;

/** Violates the partial unique index while the account waits for an answer. */
export async function insertApplication(db: Database, row: Omit<ApplicationRow, "state">): Promise<void> {
  await db.verifierApplication.create({ data: row });
}

export function findApplication(db: Database, id: string): Promise<ApplicationRow | null> {
  return db.verifierApplication.findUnique({ where: { id }, select: APPLICATION });
}

export function findLatestApplication(db: Database, accountId: string): Promise<ApplicationRow | null> {
  return db.verifierApplication.findFirst({
    where: { accountId },
    orderBy: { createdAt: "desc" },
    select: APPLICATION,
  });
}

export function listOpenApplications(db: Database, take: number): Promise<ApplicationRow[]> {
  return db.verifierApplication.findMany({
    where: { state: "open" },
    orderBy: { createdAt: "asc" },
    take,
    select: APPLICATION,
  });
}

/** False when it was decided before. */
export async function setApplicationDecided(
  db: Database,
  id: string,
  change: { state: "granted" | "refused"; decidedAt: Date },
): Promise<boolean> {
  return (
    (await db.verifierApplication.updateMany({ where: { id, state: "open" }, data: change })).count === 1
  );
}
