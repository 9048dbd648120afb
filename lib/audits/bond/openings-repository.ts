import type { BondPair } from "@/lib/audits/bond/bond-terms";
import type { Database } from "@/lib/db/client";

export interface SentOpening extends BondPair {
  /** Of the transaction. */
  signature: string;
  versionId: string;
  vaultAddress: string;
  sentAt: Date;
}

/** False when this very transaction was kept before. */
export async function insertOpening(db: Database, opening: SentOpening): Promise<boolean> {
  return (await db.bondOpening.createMany({ data: [opening], skipDuplicates: true })).count === 1;
}

/** The newest first. */
export function listOpenings(
  db: Database,
  where: { versionId: string; vaultAddress: string },
  limit: number,
): Promise<SentOpening[]> {
  return db.bondOpening.findMany({ where, orderBy: { sentAt: "desc" }, take: limit });
}

export async function deleteOpening(db: Database, signature: string): Promise<void> {
  await db.bondOpening.deleteMany({ where: { signature } });
}

/** From when a deposit is seen, the parties are kept with it. */
export async function deleteOpenings(
  db: Database,
  { versionId, vaultAddress }: { versionId: string; vaultAddress: string },
): Promise<void> {
  await db.bondOpening.deleteMany({ where: { versionId, vaultAddress } });
}
