import type { Database } from "@/lib/db/client";

export interface IssuerIdentityRow {
  id: string;
  issuer: string;
  accountId: string;
  createdAt: Date;
}

const COLUMNS = { id: true, issuer: true, accountId: true, createdAt: true } as const;

export function findIssuerIdentity(
  db: Database,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<IssuerIdentityRow | null> {
  return db.issuerIdentity.findUnique({ where: { issuer_subject: { issuer, subject } }, select: COLUMNS });
}

/** Fails on a unique constraint when the identity lets into an account, or the account has one of this issuer. */
export async function insertIssuerIdentity(
  db: Database,
  identity: IssuerIdentityRow & { subject: string },
): Promise<void> {
  await db.issuerIdentity.create({ data: identity, select: { id: true } });
}

/** True for the one that took it off. */
export async function deleteIssuerIdentity(
  db: Database,
  identity: { id: string; accountId: string },
): Promise<boolean> {
  return (await db.issuerIdentity.deleteMany({ where: identity })).count === 1;
}

export async function hasIssuerIdentity(
  db: Database,
  identity: { id: string; accountId: string },
): Promise<boolean> {
  return (await db.issuerIdentity.count({ where: identity })) === 1;
}

export function listIssuerIdentities(db: Database, accountId: string): Promise<IssuerIdentityRow[]> {
  return db.issuerIdentity.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: COLUMNS,
  });
}
