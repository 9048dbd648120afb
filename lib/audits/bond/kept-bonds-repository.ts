import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { BondParties } from "@/lib/audits/bond/bond-parties";
import type { AuditState } from "@/lib/registry/views";
import { PARTIES, type PartiesColumns, toParties } from "@/lib/audits/bond/repository";

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

const MOST_BONDS = 16;

export interface VaultSeen {
  vaultAddress: string;
  checkedAt: Date;
}

/** The audit state of a version and the vaults that are kept as locked for it; null when there is no such version. */
export async function findAuditStateWithVaults(
  db: Database,
  versionId: string,
  now: Date,
): Promise<{ state: AuditState; vaults: VaultSeen[] } | null> {
  const rows = await db.$queryRaw<{ state: AuditState; vaultAddress: string | null; checkedAt: Date }[]>(
    Prisma.sql`SELECT d.audit_state AS "state", b."vault_address" AS "vaultAddress", b."checked_at" AS "checkedAt"
      FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id" ${auditFactsSql("d", now)}
      LEFT JOIN "Bonds" b ON b."version_id" = v."id" AND b."state" = 'locked'
      WHERE v."id" = ${versionId} ORDER BY b."checked_at" LIMIT ${MOST_BONDS}`,
  );
  const [first] = rows;
  if (!first) return null;
  const vaults = rows.flatMap(({ vaultAddress, checkedAt }) =>
    vaultAddress === null ? [] : [{ vaultAddress, checkedAt }],
  );
  return { state: first.state, vaults };
}

export interface BondDetail {
  id: string;
  vaultAddress: string;
  /** locked, released or slashed, as last seen. */
  state: string;
  amountLamports: bigint;
  requiredLamports: bigint;
  /** The three it is between, or was when it last counted; null of one that was kept without them. */
  parties: BondParties | null;
  checkedAt: Date;
}

const DETAIL = {
  id: true,
  vaultAddress: true,
  state: true,
  amountLamports: true,
  requiredLamports: true,
  ...PARTIES,
  checkedAt: true,
} as const;

const toDetail = ({
  creator,
  arbiter,
  council,
  ...detail
}: Omit<BondDetail, "parties"> & PartiesColumns): BondDetail => ({
  ...detail,
  parties: toParties({ creator, arbiter, council }),
});

export async function findBondRow(db: Database, vaultAddress: string): Promise<BondDetail | null> {
  const row = await db.bond.findUnique({ where: { vaultAddress }, select: DETAIL });
  return row && toDetail(row);
}

export async function listBondsOfVersion(db: Database, versionId: string): Promise<BondDetail[]> {
  const rows = await db.bond.findMany({
    where: { versionId },
    orderBy: { createdAt: "desc" },
    take: MOST_BONDS,
    select: DETAIL,
  });
  return rows.map(toDetail);
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
