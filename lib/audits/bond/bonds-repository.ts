import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";
import type { BondParties } from "@/lib/audits/bond/bond-terms";
import { batched } from "@/lib/db/batch";
import type { Database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { systemClock } from "@/lib/kernel/clock";
import { Prisma, type Bond } from "@/lib/db/generated/client";
import { hintPolicy } from "@/lib/skill-format";
import type { SeenAt } from "@/lib/chain/solana/on-chain";
import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { AuditState } from "@/lib/registry/views";

/**
 * locked: it counts. released: it does not, whether it has left its vault or is less than is asked for. slashed: it was
 * paid to who was harmed.
 */
const BOND_STATES = ["locked", "released", "slashed"] as const;

export type BondState = (typeof BOND_STATES)[number];

/** waiting: for its second signature. sent: for the chain. The others are ends. */
const MOVE_STATES = ["waiting", "sent", "done", "failed", "expired"] as const;

type MoveState = (typeof MOVE_STATES)[number];

interface Step<State extends string> extends LifecycleStep<State> {
  /** What the chain must have said. */
  chain: string;
}

/** The life of a deposit. Nothing but the chain decides; an older answer of it is no news. */
export const BOND_LIFECYCLE = {
  table: "Bonds",
  column: "state",
  states: BOND_STATES,
  begins: ["locked", "released"],
  steps: {
    held: {
      from: ["released", "slashed"],
      to: ["locked"],
      chain: "the vault holds what is asked for, between trusted parties",
    },
    gone: {
      from: ["locked"],
      to: ["released"],
      chain: "the vault holds less, or a party is not trusted any more; of a slashed one that is no news",
    },
    slashed: {
      from: ["locked", "released"],
      to: ["slashed"],
      chain: "a final transaction paid it to who was harmed",
    },
  },
} as const satisfies Lifecycle<BondState, Step<BondState>>;

/** The life of a transaction that pays a deposit out. It may be sent by who signed it, without us. */
export const MOVE_LIFECYCLE = {
  table: "BondMoves",
  column: "state",
  states: MOVE_STATES,
  begins: ["waiting"],
  steps: {
    signed: { from: ["waiting"], to: ["sent"], chain: "not asked: both have signed, nothing was sent" },
    ended: {
      from: ["waiting", "sent"],
      to: ["done", "failed", "expired"],
      chain: "done, failed: it is final; expired: it is not there and can land no more",
    },
  },
} as const satisfies Lifecycle<MoveState, Step<MoveState>>;

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
export async function lockBondSubject(db: Database, versionId: string): Promise<BondSubject | null> {
  await db.$queryRaw(Prisma.sql`SELECT 1 FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."id" = ${versionId} FOR KEY SHARE`);
  return findBondSubject(db, versionId);
}

/** A deposit as it was last seen. */
export interface BondRow {
  id: string;
  versionId: string;
  vaultAddress: string;
  state: BondState;
  amountLamports: bigint;
  requiredLamports: bigint;
  /** The three it is between, or was when it last counted; null of one that was kept without them, until the next look. */
  parties: BondParties | null;
  checkedAt: Date;
  /** Of the newest answer of the chain that was kept; null of one that was kept without, until the next look. */
  seen: SeenAt | null;
}

/** What a look at the chain has found; without parties when it does not count: then those it was between last are kept. */
export type SeenBond = BondRow & { state: "locked" | "released"; seen: SeenAt };

/** The parties of a deposit, of its columns. */
const toParties = ({ creator, arbiter, council }: Pick<Bond, keyof BondParties>): BondParties | null =>
  creator === null || arbiter === null || council === null ? null : { creator, arbiter, council };

function toRow(bond: Bond): BondRow {
  const { creator, arbiter, council, seenChain: chain, seenSlot, createdAt: _, ...row } = bond;
  return {
    ...row,
    state: row.state as BondState,
    parties: toParties({ creator, arbiter, council }),
    seen: chain === null || seenSlot === null ? null : { chain, slot: Number(seenSlot) },
  };
}

/** The columns that say up to where the chain was seen. */
const seenColumns = ({ chain, slot }: SeenAt) => ({ seenChain: chain, seenSlot: BigInt(slot) });

export async function findBond(db: Database, vaultAddress: string): Promise<BondRow | null> {
  const row = await db.bond.findUnique({ where: { vaultAddress } });
  return row && toRow(row);
}

const MOST_BONDS = 16;

/** The newest first. */
export async function listBondsOfVersion(db: Database, versionId: string): Promise<BondRow[]> {
  const newest = { createdAt: "desc" } as const;
  return (await db.bond.findMany({ where: { versionId }, orderBy: newest, take: MOST_BONDS })).map(toRow);
}

/**
 * One row per vault: a vault backs one version only, whoever reports it. Returns what stood there before, null when the
 * row is new. Call it inside a transaction: the row stays locked, so of two that see a change at once one tells of it.
 */
export async function insertOrLockBond(
  db: Database,
  { seen, parties, ...bond }: SeenBond,
): Promise<BondRow | null> {
  const data = [{ ...bond, ...parties, ...seenColumns(seen) }];
  const created = await db.bond.createMany({ data, skipDuplicates: true });
  if (created.count === 1) return null;
  await db.$queryRaw(
    Prisma.sql`SELECT 1 FROM "Bonds" WHERE "vault_address" = ${bond.vaultAddress} FOR UPDATE`,
  );
  return findBond(db, bond.vaultAddress);
}

/** Keeps what was seen of a bond, in the state that follows. */
export async function setBondSeen(
  db: Database,
  { vaultAddress, amountLamports, requiredLamports, state, parties, checkedAt, seen }: SeenBond,
): Promise<void> {
  const data = { amountLamports, requiredLamports, state, checkedAt, ...parties, ...seenColumns(seen) };
  await db.bond.updateMany({ where: { vaultAddress }, data });
}

/** False when it was on record before. */
export async function setBondSlashed(
  db: Database,
  bondId: string,
  { seen, checkedAt }: { seen: SeenAt; checkedAt: Date },
): Promise<boolean> {
  const data = { state: "slashed", amountLamports: 0n, checkedAt, ...seenColumns(seen) };
  const where = { id: bondId, state: { in: [...BOND_LIFECYCLE.steps.slashed.from] } };
  return (await db.bond.updateMany({ where, data })).count === 1;
}

interface BondsToRecheck {
  checkedBefore: Date;
  /** Or seen after this, by a clock that has gone ahead. */
  checkedAfter?: Date;
  known?: boolean;
}

const isToRecheck = ({
  checkedBefore,
  checkedAfter,
  known = false,
}: BondsToRecheck): Prisma.BondWhereInput => ({
  NOT: { checkedAt: { gte: checkedBefore, ...(checkedAfter && { lte: checkedAfter }) } },
  ...(known ? { creator: { not: null } } : {}),
  OR: [
    { state: { in: ["locked", "released"] }, version: { publishedAt: { not: null }, yankedAt: null } },
    { state: "locked", version: { yankedAt: { not: null } } },
  ],
});

export const countBondsToRecheck = (db: Database, which: BondsToRecheck): Promise<number> =>
  db.bond.count({ where: isToRecheck(which) });

/**
 * Bonds of listed versions, and those left in their vaults by withdrawn ones, that nobody has looked at since
 * `checkedBefore`, longest ago first. `known` leaves out those that were kept without their parties.
 */
export function listBondsToRecheck(
  db: Database,
  { limit, ...which }: BondsToRecheck & { limit: number },
): Promise<{ versionId: string; vaultAddress: string }[]> {
  return db.bond.findMany({
    where: isToRecheck(which),
    orderBy: { checkedAt: "asc" },
    take: limit,
    select: { versionId: true, vaultAddress: true },
  });
}

export interface VaultSeen {
  vaultAddress: string;
  checkedAt: Date;
}

interface StateWithVaults {
  state: AuditState;
  vaults: VaultSeen[];
}

/**
 * The audit state that a version has now and the vaults that are kept as locked for it, asked together with others that
 * are sold at the same moment; null when there is no such version. The limit is a literal: with one that it is told later
 * the database believes in fewer rows, and plans this large statement anew each time.
 */
export const findAuditStateWithVaults = batched(
  async (versionIds: readonly string[]): Promise<(StateWithVaults | null)[]> => {
    const { text, values } = Prisma.sql`
      SELECT v."id", d.audit_state AS "state", b."vault_address" AS "vaultAddress", b."checked_at" AS "checkedAt"
      FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id" ${auditFactsSql("d", systemClock.now())}
      LEFT JOIN LATERAL (SELECT * FROM "Bonds" b WHERE b."version_id" = v."id" AND b."state" = 'locked'
        ORDER BY b."checked_at" LIMIT ${Prisma.raw(String(MOST_BONDS))}) b ON TRUE
      WHERE v."id" = ANY(ARRAY(SELECT unnest(${[...new Set(versionIds)]}::text[])))`;
    const rows = await runStatement<VaultRow>(text, values);
    return versionIds.map((id) => toStateWithVaults(rows.filter((row) => row.id === id)));
  },
);

interface VaultRow {
  id: string;
  state: AuditState;
  vaultAddress: string | null;
  checkedAt: Date;
}

function toStateWithVaults(rows: readonly VaultRow[]): StateWithVaults | null {
  const [first] = rows;
  if (!first) return null;
  const vaults = rows.flatMap(({ vaultAddress, checkedAt }) =>
    vaultAddress === null ? [] : [{ vaultAddress, checkedAt }],
  );
  return { state: first.state, vaults };
}

/** A deposit in which an account has a part, as last seen on chain. */
export interface HeldDeposit {
  /** `own` backs a skill of the account; `challenged` may be paid to it, as it has challenged the version. */
  part: "own" | "challenged";
  slug: string;
  version: string;
}

/** Bond `b` has money in its vault. */
const isHeld = Prisma.sql`(b."state" = 'locked' OR (b."state" = 'released' AND b."amount_lamports" > 0))`;

/** How many deposits for versions of a skill are still in their vaults. */
export async function countHeldDeposits(db: Database, skillId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(Prisma.sql`
    SELECT count(*)::int AS "count" FROM "Bonds" b JOIN "SkillVersions" v ON v."id" = b."version_id"
    WHERE v."skill_id" = ${skillId} AND ${isHeld}`);
  return row?.count ?? 0;
}

/** Deposits that are still in their vaults and are, or may become, an account's. */
export function listHeldDeposits(db: Database, accountId: string, limit: number): Promise<HeldDeposit[]> {
  return db.$queryRaw<HeldDeposit[]>(Prisma.sql`
    WITH of_account AS (
      SELECT v."id", 'own' AS "part" FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id" WHERE s."owner_id" = ${accountId}
      UNION ALL
      SELECT c."version_id", 'challenged' FROM "Challenges" c WHERE c."account_id" = ${accountId} AND c."state" IN ('open', 'upheld')
        AND NOT EXISTS (SELECT 1 FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
          WHERE v."id" = c."version_id" AND s."owner_id" = ${accountId}))
    SELECT o."part", s."slug", v."version"
    FROM of_account o JOIN "Bonds" b ON b."version_id" = o."id" JOIN "SkillVersions" v ON v."id" = b."version_id"
    JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE ${isHeld}
    GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT ${limit}`);
}
