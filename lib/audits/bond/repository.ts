import type { Database } from "@/lib/db/client";

export interface BondSubject {
  versionId: string;
  slug: string;
  version: string;
  destructive: boolean;
  published: boolean;
  ownerId: string | null;
  /** Wallets of the account that owns the skill. */
  wallets: string[];
}

export async function findBondSubject(db: Database, versionId: string): Promise<BondSubject | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      id: true,
      version: true,
      manifest: true,
      publishedAt: true,
      yankedAt: true,
      skill: {
        select: {
          slug: true,
          ownerId: true,
          owner: { select: { wallets: { select: { address: true } } } },
        },
      },
    },
  });
  if (!row) return null;
  const { hints } = row.manifest as { hints?: { destructive?: boolean } };
  return {
    versionId: row.id,
    slug: row.skill.slug,
    version: row.version,
    destructive: hints?.destructive === true,
    published: row.publishedAt !== null && row.yankedAt === null,
    ownerId: row.skill.ownerId,
    wallets: row.skill.owner?.wallets.map(({ address }) => address) ?? [],
  };
}

export interface BondRow {
  id: string;
  versionId: string;
  state: string;
  amountLamports: bigint;
}

export function findBond(db: Database, vaultAddress: string): Promise<BondRow | null> {
  return db.bond.findUnique({
    where: { vaultAddress },
    select: { id: true, versionId: true, state: true, amountLamports: true },
  });
}

export interface SeenBond {
  id: string;
  versionId: string;
  vaultAddress: string;
  amountLamports: bigint;
  requiredLamports: bigint;
  state: "seen" | "locked" | "released";
  checkedAt: Date;
}

/** One row per vault: a vault backs one version only, whoever reports it. */
export async function saveBond(db: Database, bond: SeenBond): Promise<void> {
  const { id, versionId, vaultAddress, ...seen } = bond;
  await db.bond.upsert({
    where: { vaultAddress },
    create: { id, versionId, vaultAddress, ...seen },
    update: seen,
  });
}
