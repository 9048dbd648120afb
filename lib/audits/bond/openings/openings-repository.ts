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

/** What a bigint of the database holds at most. */
const NEVER = 2n ** 63n - 1n;

/** Those sent before a moment of which it is not settled that they stay, the oldest first. */
export function listUnsettledOpenings(
  db: Database,
  { sentBefore, limit }: { sentBefore: Date; limit: number },
): Promise<{ signature: string; sentAt: Date; landsUntil: bigint | null }[]> {
  return db.bondOpening.findMany({
    where: { sentAt: { lt: sentBefore }, OR: [{ landsUntil: null }, { landsUntil: { lt: NEVER } }] },
    orderBy: { sentAt: "asc" },
    take: limit,
    select: { signature: true, sentAt: true, landsUntil: true },
  });
}

/** Null for those that are kept until their deposit is seen, whenever that is. */
export async function setLandsUntil(
  db: Database,
  signatures: readonly string[],
  landsUntil: bigint | null,
): Promise<void> {
  const where = { signature: { in: [...signatures] } };
  await db.bondOpening.updateMany({ where, data: { landsUntil: landsUntil ?? NEVER } });
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
