import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { ownersActedForSql } from "@/lib/identity/organisations/members-sql";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

const { sql } = Prisma;

/** A listed version of an owned skill that is to cost something. */
export interface PricedListing {
  skillId: string;
  slug: string;
  versionId: string;
  version: string;
  priceLamports: bigint;
  payeeAddress: string | null;
  obstacles: CallObstacle[];
  /** Its examples are about to be run, which may put the price in force. */
  isAboutToRun: boolean;
}

type PricedRow = Omit<PricedListing, "priceLamports"> & { priceLamports: string };

/**
 * Listed versions with a price, of all, or of those whose money an account handles, in the order of their skills' ids, those after `after`. What is
 * in quarantine or withdrawn is kept from the market by that, and is not among them.
 */
export async function listPricedListings(
  db: Database,
  { accountId, after = "", limit }: { accountId?: string; after?: string; limit: number },
): Promise<PricedListing[]> {
  const owned =
    accountId === undefined
      ? sql`s."owner_id" IS NOT NULL`
      : sql`s."owner_id" IN ${ownersActedForSql(accountId, "money")}`;
  const rows = await db.$queryRaw<PricedRow[]>(sql`
    SELECT s."id" AS "skillId", s."slug", v."id" AS "versionId", v."version",
      s."asked_lamports"::text AS "priceLamports", s."payee_address" AS "payeeAddress", v."obstacles",
      v."examples_total" > 0 AND v."examples_checked_at" IS NULL AS "isAboutToRun"
    FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    WHERE ${owned} AND s."id" > ${after} AND s."quarantined_at" IS NULL AND v."yanked_at" IS NULL
      AND s."asked_lamports" > 0
    ORDER BY s."id" LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, priceLamports: BigInt(row.priceLamports) }));
}

/** What is known of a cause: since when it is there, when it was seen last, when its owner was told. */
export interface BlockerState {
  beganAt: Date;
  seenAt: Date;
  notifiedAt: Date | null;
}

interface BlockerKey {
  skillId: string;
  cause: string;
}

const STATE = { beganAt: true, seenAt: true, notifiedAt: true } as const;

export function findBlockerState(db: Database, key: BlockerKey): Promise<BlockerState | null> {
  return db.earningBlocker.findUnique({ where: { skillId_cause: key }, select: STATE });
}

/** Writes what was seen of a cause. That its owner was told is undone only where it begins anew (`isAnew`). */
export async function upsertBlocker(
  db: Database,
  key: BlockerKey,
  { beganAt, seenAt, notifiedAt }: BlockerState,
  { isAnew }: { isAnew: boolean },
): Promise<void> {
  await db.earningBlocker.upsert({
    where: { skillId_cause: key },
    create: { ...key, beganAt, seenAt, notifiedAt },
    update: { beganAt, seenAt, ...(isAnew ? { notifiedAt } : {}) },
    select: { skillId: true },
  });
}

/** Notes that the owner is told of a cause; false where that was noted before: of two at once one is true. */
export async function markNotified(db: Database, key: BlockerKey, notifiedAt: Date): Promise<boolean> {
  const { count } = await db.earningBlocker.updateMany({
    where: { ...key, notifiedAt: null },
    data: { notifiedAt },
  });
  return count === 1;
}
