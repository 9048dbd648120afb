import type { BondPair } from "@/lib/audits/bond/bond-terms";
import type { Database } from "@/lib/db/client";

interface SentOpening extends BondPair {
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

/** Of a version, whatever vault it is of. */
export function findNewestOpening(db: Database, versionId: string): Promise<SentOpening | null> {
  return db.bondOpening.findFirst({ where: { versionId }, orderBy: { sentAt: "desc" } });
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

/** A deposit that has left its vault, and what of the vault's history may say where it went. */
export interface LeftDeposit {
  id: string;
  versionId: string;
  vaultAddress: string;
  amountLamports: bigint;
  /** The slot in which it was last seen in its vault; null where that is not known. */
  heldSlot: number | null;
  /** Where an earlier look has stopped. */
  before?: string | null;
}
