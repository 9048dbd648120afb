import type { LeftDeposit } from "@/lib/audits/bond/vault/vault-history";
import type { Database } from "@/lib/db/client";

interface SearchPlace {
  /** The oldest transaction that was looked at. */
  before: string;
  searchedAt: Date;
}

/**
 * Where the next look at the history of a vault goes on. A deposit that has left it once more meanwhile is another one.
 */
export async function insertVaultSearch(
  db: Database,
  { id: bondId, amountLamports, heldSlot, before, searchedAt }: LeftDeposit & SearchPlace,
): Promise<void> {
  const found = { amountLamports, heldSlot: heldSlot === null ? null : BigInt(heldSlot), before, searchedAt };
  await db.vaultSearch.upsert({ where: { bondId }, create: { bondId, ...found }, update: found });
}

/** False when it has had its end, or another look was quicker. */
export async function moveVaultSearch(
  db: Database,
  { bondId, before }: { bondId: string; before: string },
  next: SearchPlace,
): Promise<boolean> {
  return (await db.vaultSearch.updateMany({ where: { bondId, before }, data: next })).count === 1;
}

export async function deleteVaultSearch(db: Database, bondId: string, before?: string): Promise<boolean> {
  const where = { bondId, ...(before === undefined ? {} : { before }) };
  return (await db.vaultSearch.deleteMany({ where })).count === 1;
}

export interface OpenVaultSearch {
  deposit: LeftDeposit & { before: string };
  slug: string;
  version: string;
  seenChain: string | null;
  seenSlot: bigint | null;
}

/** Those that were gone on with longest ago. */
export async function listVaultSearches(db: Database, limit: number): Promise<OpenVaultSearch[]> {
  const rows = await db.vaultSearch.findMany({
    orderBy: { searchedAt: "asc" },
    take: limit,
    include: {
      bond: { include: { version: { select: { version: true, skill: { select: { slug: true } } } } } },
    },
  });
  return rows.map(({ bond, amountLamports, heldSlot, before }) => ({
    deposit: {
      id: bond.id,
      versionId: bond.versionId,
      vaultAddress: bond.vaultAddress,
      amountLamports,
      heldSlot: heldSlot === null ? null : Number(heldSlot),
      before,
    },
    slug: bond.version.skill.slug,
    version: bond.version.version,
    seenChain: bond.seenChain,
    seenSlot: bond.seenSlot,
  }));
}
