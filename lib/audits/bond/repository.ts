import { BOND_LIFECYCLE, type BondState } from "@/lib/audits/bond/bond-lifecycle";
import type { BondParties } from "@/lib/audits/bond/bond-parties";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { hintPolicy } from "@/lib/skill-format";
import type { SeenAt } from "@/lib/solana/on-chain";

export interface BondSubject {
  versionId: string;
  slug: string;
  version: string;
  destructive: boolean;
  /** It takes a deposit: published, and not withdrawn. */
  published: boolean;
  /** Published, whether it was withdrawn since or not. */
  wasPublished: boolean;
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
    destructive: hintPolicy(hints ?? {}).higherBond,
    published: row.publishedAt !== null && row.yankedAt === null,
    wasPublished: row.publishedAt !== null,
    ownerId: row.skill.ownerId,
    wallets: row.skill.owner?.wallets.map(({ address }) => address) ?? [],
  };
}

/** The same, with its skill held until the transaction ends: nobody gives it away meanwhile. */
export async function holdBondSubject(db: Database, versionId: string): Promise<BondSubject | null> {
  await db.$queryRaw(Prisma.sql`SELECT 1 FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."id" = ${versionId} FOR KEY SHARE`);
  return findBondSubject(db, versionId);
}

export interface BondRow {
  id: string;
  versionId: string;
  state: BondState;
  amountLamports: bigint;
  requiredLamports: bigint;
  /** Between whom it was when it last counted; null of one that was kept without them, until it is looked at again. */
  parties: BondParties | null;
  /** Of the newest answer of the chain that was kept; null until the next look at one that was kept without. */
  seen: SeenAt | null;
}

export async function findBond(db: Database, vaultAddress: string): Promise<BondRow | null> {
  const row = await db.bond.findUnique({
    where: { vaultAddress },
    select: {
      id: true,
      versionId: true,
      state: true,
      amountLamports: true,
      requiredLamports: true,
      ...PARTIES,
      seenChain: true,
      seenSlot: true,
    },
  });
  return row && { ...row, state: row.state as BondState, parties: toParties(row), seen: toSeen(row) };
}

export const PARTIES = { creator: true, arbiter: true, council: true } as const;

export interface PartiesColumns {
  creator: string | null;
  arbiter: string | null;
  council: string | null;
}

export const toParties = ({ creator, arbiter, council }: PartiesColumns): BondParties | null =>
  creator === null || arbiter === null || council === null ? null : { creator, arbiter, council };

const toSeen = ({ seenChain, seenSlot }: { seenChain: string | null; seenSlot: bigint | null }) =>
  seenChain === null || seenSlot === null ? null : { chain: seenChain, slot: Number(seenSlot) };

/** The columns that say up to where the chain was seen. */
export const seenColumns = ({ chain, slot }: SeenAt) => ({ seenChain: chain, seenSlot: BigInt(slot) });

export interface SeenBond {
  id: string;
  versionId: string;
  vaultAddress: string;
  amountLamports: bigint;
  requiredLamports: bigint;
  state: "locked" | "released";
  /** Null when it does not count: then those it was between last are kept. */
  parties: BondParties | null;
  checkedAt: Date;
  seen: SeenAt;
}

export interface BondBefore {
  versionId: string;
  state: BondState;
  parties: BondParties | null;
  checkedAt: Date;
  seen: SeenAt | null;
}

/**
 * One row per vault: a vault backs one version only, whoever reports it. Returns what stood there before, null when the
 * row is new. Call it inside a transaction: the row stays locked, so of two that see a change at once one tells of it.
 */
export async function insertOrLockBond(
  db: Database,
  { seen, parties, ...bond }: SeenBond,
): Promise<BondBefore | null> {
  const data = [{ ...bond, ...parties, ...seenColumns(seen) }];
  const created = await db.bond.createMany({ data, skipDuplicates: true });
  if (created.count === 1) return null;
  const [before] = await db.$queryRaw<
    (BondBefore & PartiesColumns & { seenChain: string | null; seenSlot: bigint | null })[]
  >(Prisma.sql`SELECT "version_id" AS "versionId", "state", "checked_at" AS "checkedAt", "seen_chain" AS "seenChain",
      "seen_slot" AS "seenSlot", "creator", "arbiter", "council" FROM "Bonds" WHERE "vault_address" = ${bond.vaultAddress} FOR UPDATE`);
  return before ? { ...before, parties: toParties(before), seen: toSeen(before) } : null;
}

/** Keeps what was seen of a bond that counts, or counts again. */
export const setBondLocked = (db: Database, seen: SeenBond): Promise<void> =>
  setBondSeen(db, seen, BOND_LIFECYCLE.steps.setBondLocked.from);

/** The same of one that does not count, or not any more. */
export const setBondReleased = (db: Database, seen: SeenBond): Promise<void> =>
  setBondSeen(db, seen, BOND_LIFECYCLE.steps.setBondReleased.from);

async function setBondSeen(
  db: Database,
  { vaultAddress, amountLamports, requiredLamports, state, parties, checkedAt, seen }: SeenBond,
  from: readonly BondState[],
): Promise<void> {
  const data = { amountLamports, requiredLamports, state, checkedAt, ...parties, ...seenColumns(seen) };
  await db.bond.updateMany({ where: { vaultAddress, state: { in: [...from, state] } }, data });
}
