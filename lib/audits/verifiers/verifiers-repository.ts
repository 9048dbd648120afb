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
export async function holdEnrolled(db: Database, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Verifiers" WHERE "id" = ${id} AND "revoked_at" IS NULL FOR SHARE`;
  return rows.length === 1;
}

export function listVerifierRows(
  db: Database,
): Promise<(VerifierRow & { enrolledAt: Date; revokedAt: Date | null; keySignature: string | null })[]> {
  return db.verifier.findMany({
    orderBy: { enrolledAt: "asc" },
    select: {
      id: true,
      accountId: true,
      address: true,
      displayName: true,
      enrolledAt: true,
      revokedAt: true,
      keySignature: true,
    },
  });
}

interface NewVerifier extends VerifierRow {
  enrolledAt: Date;
  keyStatement: string | null;
  keySignature: string | null;
}

export async function insertVerifier(db: Database, row: NewVerifier): Promise<void> {
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
