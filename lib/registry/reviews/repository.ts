import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { publisherWalletsSql, everMaintainersSql } from "@/lib/registry/publishers/publisher-sql";
import { isCalledSql } from "@/lib/registry/names/called-sql";

const { sql } = Prisma;

export interface ReviewedSkill {
  id: string;
  slug: string;
  ownerId: string | null;
  transfers: { fromId: string }[];
  /** Account ids of who maintains it, or did once. */
  everMaintainers: string[];
  claimStatus: "draft" | "claimed" | "expired" | null;
  latestVersionId: string | null;
  quarantineReason: string | null;
  ratingSum: number;
  ratingCount: number;
}

/** One query. */
export async function findReviewedSkill(db: Database, slugOrId: string): Promise<ReviewedSkill | null> {
  const [skill] = await db.$queryRaw<ReviewedSkill[]>(sql`
    SELECT s."id", s."slug", s."owner_id" AS "ownerId", s."claim_status"::text AS "claimStatus",
      s."latest_version_id" AS "latestVersionId", s."quarantine_reason" AS "quarantineReason",
      s."rating_sum" AS "ratingSum", s."rating_count" AS "ratingCount",
      (SELECT coalesce(json_agg(json_build_object('fromId', t."from_id")), '[]'::json) FROM "SkillTransfers" t
        WHERE t."skill_id" = s."id" AND t."state" = 'accepted') AS "transfers",
      ${everMaintainersSql(sql`s."id"`)} AS "everMaintainers"
    FROM "Skills" s WHERE ${isCalledSql(slugOrId)} LIMIT 1`);
  return skill ?? null;
}

/**
 * Whether a wallet of the account is one that versions of the skill pay, or that is known to have had its first money
 * of a wallet of the publisher's.
 */
export async function hasPublisherWallet(
  db: Database,
  { skillId, accountId }: { skillId: string; accountId: string },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ has: boolean }[]>(sql`
    SELECT EXISTS (SELECT 1 FROM "Wallets" a LEFT JOIN "PayerOrigins" o ON o."address" = a."address"
      WHERE a."account_id" = ${accountId} AND (a."address" = ANY(p.wallets) OR o."funders" && p.wallets)) AS "has"
    FROM (SELECT ${publisherWalletsSql} AS wallets FROM "Skills" s WHERE s."id" = ${skillId}) p`);
  return row?.has ?? false;
}

/** Holds the skill until the transaction ends, so that its sum of stars is changed by one review at a time. */
export async function lockRating(db: Database, skillId: string): Promise<void> {
  await db.$queryRaw(sql`SELECT 1 FROM "Skills" WHERE "id" = ${skillId} FOR UPDATE`);
}

export interface OwnReview {
  id: string;
  rating: number;
  text: string | null;
}

export function findReviewOf(db: Database, skillId: string, accountId: string): Promise<OwnReview | null> {
  return db.review.findUnique({
    where: { skillId_accountId: { skillId, accountId } },
    select: { id: true, rating: true, text: true },
  });
}

/** Reviews that some accounts have written of a skill, or of any skill of an owner. */
export function listReviewsBy(
  db: Database,
  { accountIds, of }: { accountIds: readonly string[]; of: { id: string } | { ownerId: string } },
): Promise<{ skillId: string; accountId: string }[]> {
  return db.review.findMany({
    where: { accountId: { in: [...accountIds] }, skill: of },
    orderBy: [{ skillId: "asc" }, { accountId: "asc" }],
    select: { skillId: true, accountId: true },
  });
}

export interface ReviewText {
  rating: number;
  text: string | null;
  writtenBy: "person" | "agent";
  updatedAt: Date;
}

export async function insertReview(
  db: Database,
  review: ReviewText & { id: string; skillId: string; accountId: string },
): Promise<void> {
  await db.review.create({ data: { ...review, createdAt: review.updatedAt }, select: { id: true } });
}

export async function updateReview(db: Database, id: string, review: ReviewText): Promise<void> {
  await db.review.update({ where: { id }, data: review, select: { id: true } });
}

export async function deleteReview(db: Database, id: string): Promise<void> {
  await db.review.delete({ where: { id }, select: { id: true } });
}

export async function addToRating(
  db: Database,
  skillId: string,
  { stars, reviews }: { stars: number; reviews: number },
): Promise<void> {
  await db.$executeRaw(sql`UPDATE "Skills" SET "rating_sum" = "rating_sum" + ${stars}, "rating_count" = "rating_count" + ${reviews}
    WHERE "id" = ${skillId}`);
}

export interface StoredReview {
  id: string;
  username: string;
  rating: number;
  text: string | null;
  writtenBy: "person" | "agent";
  verifiedBuyer: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface ReviewPlace {
  updatedAt: Date;
  id: string;
}

/** Reviews of a skill, newest first, from behind `after`; one query. */
export function selectReviews(
  db: Database,
  { skillId, limit, after }: { skillId: string; limit: number; after: ReviewPlace | null },
): Promise<StoredReview[]> {
  const rest = after ? sql`AND (w."updated_at", w."id") < (${after.updatedAt}, ${after.id})` : Prisma.empty;
  return db.$queryRaw<StoredReview[]>(sql`
    SELECT w."id", a."username", w."rating", w."text", w."written_by" AS "writtenBy", w."created_at" AS "createdAt",
      w."updated_at" AS "updatedAt", EXISTS (
        SELECT 1 FROM "Wallets" o JOIN "Runs" r ON r."payer_address" = o."address" JOIN "Receipts" p ON p."run_id" = r."id"
        JOIN "SkillVersions" v ON v."id" = r."version_id"
        WHERE o."account_id" = w."account_id" AND v."skill_id" = w."skill_id" AND r."counts") AS "verifiedBuyer"
    FROM "Reviews" w JOIN "Accounts" a ON a."id" = w."account_id"
    WHERE w."skill_id" = ${skillId} ${rest} ORDER BY w."updated_at" DESC, w."id" DESC LIMIT ${limit}`);
}

/** The skills an account has reviewed, held until the transaction ends: their sums of stars are about to change. */
export async function lockRatingsOf(db: Database, accountId: string): Promise<void> {
  await db.$queryRaw(sql`SELECT 1 FROM "Skills" WHERE "id" IN (SELECT "skill_id" FROM "Reviews" WHERE "account_id" = ${accountId})
    ORDER BY "id" FOR UPDATE`);
}

/** Deletes an account's reviews and takes their stars off the sums, in one statement. */
export async function deleteReviewsOf(db: Database, accountId: string): Promise<void> {
  await db.$executeRaw(sql`
    WITH gone AS (DELETE FROM "Reviews" WHERE "account_id" = ${accountId} RETURNING "skill_id", "rating")
    UPDATE "Skills" s SET "rating_sum" = s."rating_sum" - gone."rating", "rating_count" = s."rating_count" - 1
    FROM gone WHERE s."id" = gone."skill_id"`);
}
