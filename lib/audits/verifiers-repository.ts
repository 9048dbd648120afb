import type { Prisma, Verifier, VerifierApplication } from "@/lib/db/generated/client";
import type { Database } from "@/lib/db/client";

export interface VerifierRow {
  id: string;
  accountId: string;
  address: string;
  displayName: string;
}

/** The verifier an account is, while enrolled. */
export function findVerifierOfAccount(db: Database, accountId: string): Promise<VerifierRow | null> {
  return db.verifier.findFirst({
    where: { accountId, revokedAt: null },
    select: { id: true, accountId: true, address: true, displayName: true },
  });
}

/**
 * When enrolments of accounts have ended, the latest of each; those who never were verifiers, or are, may be missing.
 */
export async function listEnded(
  db: Database,
  accountIds: readonly string[],
): Promise<{ accountId: string; endedAt: Date }[]> {
  const rows = await db.verifier.groupBy({
    by: ["accountId"],
    where: { accountId: { in: [...accountIds] }, revokedAt: { not: null } },
    _max: { revokedAt: true },
  });
  return rows.flatMap(({ accountId, _max }) =>
    _max.revokedAt === null ? [] : [{ accountId, endedAt: _max.revokedAt }],
  );
}

/** Holds a verifier until the transaction ends, so that no enrolment ends meanwhile; false for one that has. */
export async function lockEnrolled(db: Database, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Verifiers" WHERE "id" = ${id} AND "revoked_at" IS NULL FOR SHARE`;
  return rows.length === 1;
}

export const listVerifierRows = (db: Database): Promise<Verifier[]> =>
  db.verifier.findMany({ orderBy: { enrolledAt: "asc" } });

export async function insertVerifier(db: Database, row: Prisma.VerifierUncheckedCreateInput): Promise<void> {
  await db.verifier.create({ data: row });
}

export async function findWalletOwner(db: Database, address: string): Promise<string | null> {
  const row = await db.wallet.findUnique({ where: { address }, select: { accountId: true } });
  return row?.accountId ?? null;
}

/** The verifier whose enrolment has ended with this; null when none was enrolled. */
export async function setVerifierRevoked(db: Database, address: string, at: Date): Promise<string | null> {
  const [row] = await db.verifier.updateManyAndReturn({
    where: { address, revokedAt: null },
    data: { revokedAt: at },
    select: { id: true },
  });
  return row?.id ?? null;
}

export type ApplicationRow = VerifierApplication;

/** Violates the partial unique index while the account waits for an answer. */
export async function insertApplication(
  db: Database,
  row: Prisma.VerifierApplicationUncheckedCreateInput,
): Promise<void> {
  await db.verifierApplication.create({ data: row });
}

export function findApplication(db: Database, id: string): Promise<ApplicationRow | null> {
  return db.verifierApplication.findUnique({ where: { id } });
}

export function findLatestApplication(db: Database, accountId: string): Promise<ApplicationRow | null> {
  return db.verifierApplication.findFirst({
    where: { accountId },
    orderBy: { createdAt: "desc" },
  });
}

export function listOpenApplications(db: Database, take: number): Promise<ApplicationRow[]> {
  return db.verifierApplication.findMany({
    where: { state: "open" },
    orderBy: { createdAt: "asc" },
    take,
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
