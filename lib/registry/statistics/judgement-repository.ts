import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { publisherAccountsSql, publisherWalletsSql } from "@/lib/registry/publishers/publisher-sql";

const { sql } = Prisma;

/** A call that has ended and was not judged yet, with what is known of it; see `CallFacts`. */
export interface UnjudgedCall {
  id: string;
  isByPublisher: boolean;
  isPaid: boolean;
  isFromPublisher: boolean;
  isFundedByPublisher: boolean | null;
  feeBasisPoints: number;
  fee: bigint;
}

/**
 * Calls that were not judged yet, the oldest first. Of a payer of whom the chain was not asked yet only those that
 * began before `chainBefore`.
 */
export function listUnjudgedCalls(
  db: Database,
  { chainBefore, limit }: { chainBefore: Date; limit: number },
): Promise<UnjudgedCall[]> {
  return db.$queryRaw<UnjudgedCall[]>(sql`
    WITH calls AS MATERIALIZED (
      SELECT r."id", r."version_id", r."account_id", r."payer_address", r."grant_id", o."funders"
      FROM "Runs" r LEFT JOIN "PayerOrigins" o ON o."address" = r."payer_address"
      WHERE r."counts" IS NULL AND r."state" <> 'RUNNING'
        AND (r."payer_address" IS NULL OR o."address" IS NOT NULL OR r."started_at" < ${chainBefore})
      ORDER BY r."started_at" LIMIT ${limit}),
    publishers AS MATERIALIZED (
      SELECT s."id", ${publisherAccountsSql} AS accounts, ${publisherWalletsSql} AS wallets FROM "Skills" s
      WHERE s."id" IN (SELECT v."skill_id" FROM calls JOIN "SkillVersions" v ON v."id" = calls."version_id"))
    SELECT c."id", coalesce(c."account_id" = ANY(p.accounts), false) AS "isByPublisher",
      c."grant_id" IS NOT NULL AS "isPaid", coalesce(c."payer_address" = ANY(p.wallets), false) AS "isFromPublisher",
      c."funders" && p.wallets AS "isFundedByPublisher", coalesce(q."fee_basis_points", 0) AS "feeBasisPoints",
      coalesce(t."token_fee_units", t."fee_lamports", 0) AS "fee"
    FROM calls c JOIN "SkillVersions" v ON v."id" = c."version_id" JOIN publishers p ON p."id" = v."skill_id"
    LEFT JOIN "Grants" g ON g."id" = c."grant_id" LEFT JOIN "Quotes" q ON q."id" = g."quote_id"
    LEFT JOIN "Settlements" t ON t."quote_id" = q."id"`);
}

/** Records which of the calls that were not judged yet count. */
export async function setCounts(
  db: Database,
  { counting, others }: { counting: readonly string[]; others: readonly string[] },
): Promise<void> {
  for (const [counts, ids] of [
    [true, counting],
    [false, others],
  ] as const)
    if (ids.length > 0)
      await db.$executeRaw(
        sql`UPDATE "Runs" SET "counts" = ${counts} WHERE "id" = ANY(${[...ids]}::text[]) AND "counts" IS NULL`,
      );
}

/** Payers of calls from before `finalBefore` that were not judged yet, of whom the chain was not asked. */
export async function listUnknownPayers(
  db: Database,
  { finalBefore, limit }: { finalBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ address: string }[]>(sql`
    SELECT DISTINCT r."payer_address" AS "address" FROM "Runs" r
    WHERE r."counts" IS NULL AND r."state" <> 'RUNNING' AND r."payer_address" IS NOT NULL
      AND r."started_at" < ${finalBefore} AND NOT EXISTS (SELECT 1 FROM "PayerOrigins" o WHERE o."address" = r."payer_address") LIMIT ${limit}`);
  return rows.map(({ address }) => address);
}

/** Asking twice changes nothing. */
export async function insertPayerOrigin(
  db: Database,
  origin: { address: string; funders: readonly string[]; lookedUpAt: Date },
): Promise<void> {
  await db.payerOrigin.createMany({
    data: [{ ...origin, funders: [...origin.funders] }],
    skipDuplicates: true,
  });
}
