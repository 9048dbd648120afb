import { Prisma } from "@/lib/db/generated/client";
import type { DayWindow } from "@/lib/kernel/day-window";
import type { Database } from "@/lib/db/client";
import { newestOfWallets } from "@/lib/payments/wallet-settlements-sql";
import { ownersActedForSql } from "@/lib/identity/organisations/members-sql";

const { sql } = Prisma;

export interface SkillEarnings {
  slug: string;
  payments: number;
  calls: number;
  creatorLamports: bigint;
  feeLamports: bigint;
}

export interface SettledPayment {
  id: string;
  settledAt: Date;
  slug: string;
  version: string;
  calls: number;
  payerAddress: string;
  payeeAddress: string;
  creatorLamports: bigint;
  feeLamports: bigint;
  excessLamports: bigint;
  /** Set when a token was paid instead of lamports; `tokenFeeUnits` of it are owed to the market. */
  tokenMint: string | null;
  tokenUnits: bigint | null;
  tokenFeeUnits: bigint | null;
  signature: string;
  /** The first receipt of the calls it paid for; null while none of them has run. */
  receiptId: string | null;
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}

/**
 * What each skill has brought to the account's wallets since then, the most first; payments that vanished do not count.
 */
export async function sumBySkill(
  db: Database,
  accountId: string,
  since = new Date(0),
): Promise<SkillEarnings[]> {
  const rows = await db.$queryRaw<Record<keyof SkillEarnings, string | number | bigint>[]>(
    sumBySkillSql(accountId, since),
  );
  return rows.map((row) => ({
    slug: String(row.slug),
    payments: Number(row.payments),
    calls: Number(row.calls),
    creatorLamports: BigInt(row.creatorLamports),
    feeLamports: BigInt(row.feeLamports),
  }));
}

/** Payments and their quotes are read from indexes alone and added up by version before anything else is looked at. */
export function sumBySkillSql(accountId: string, since: Date): Prisma.Sql {
  return sql`
    WITH sold AS MATERIALIZED (
      SELECT q."version_id", count(*) AS payments, sum(q."calls") AS calls, sum(s."creator_lamports") AS creator, sum(s."fee_lamports") AS fee
      FROM "Settlements" s JOIN "Quotes" q ON q."id" = s."quote_id"
      WHERE s."payee_address" IN (SELECT "address" FROM "Wallets" WHERE "account_id" = ${accountId})
        AND s."orphaned_at" IS NULL AND s."settled_at" >= ${since}
      GROUP BY q."version_id")
    SELECT k."slug" AS "slug", sum(payments)::int AS "payments", sum(calls)::int AS "calls",
      sum(creator)::text AS "creatorLamports", sum(fee)::text AS "feeLamports"
    FROM sold JOIN "SkillVersions" v ON v."id" = sold."version_id" JOIN "Skills" k ON k."id" = v."skill_id"
    GROUP BY k."slug" ORDER BY sum(creator) DESC, k."slug"`;
}

/**
 * What each skill of the organisations whose money an account handles has brought to their payee wallets since then, the
 * most first; 0n for one without a payment. Of a wallet that others use as well, only what their own skills brought.
 */
export async function sumByOrganisationSkill(
  db: Database,
  accountId: string,
  since: Date,
): Promise<{ organisation: string; slug: string; lamports: bigint }[]> {
  const rows = await db.$queryRaw<{ organisation: string; slug: string; lamports: string }[]>(sql`
    SELECT a."username" AS "organisation", k."slug", coalesce(sum(s."creator_lamports"), 0)::text AS "lamports"
    FROM "Accounts" a JOIN "Skills" k ON k."owner_id" = a."id"
    LEFT JOIN ("SkillVersions" v JOIN "Quotes" q ON q."version_id" = v."id" JOIN "Settlements" s ON s."quote_id" = q."id"
      AND s."orphaned_at" IS NULL AND s."settled_at" >= ${since}) ON v."skill_id" = k."id" AND s."payee_address" = a."payee_address"
    WHERE a."kind" = 'organisation' AND a."id" IN ${ownersActedForSql(accountId, "money")}
    GROUP BY a."username", k."slug" ORDER BY sum(s."creator_lamports") DESC NULLS LAST, k."slug"`);
  return rows.map(({ lamports, ...row }) => ({ ...row, lamports: BigInt(lamports) }));
}

/** What reached the account's wallets on each UTC day that had a payment; day 0 is the first of the period before. */
export async function sumByDay(
  db: Database,
  accountId: string,
  { before, beforeEnd, start }: DayWindow,
): Promise<{ day: number; amount: bigint }[]> {
  const rows = await db.$queryRaw<{ day: number; amount: string }[]>(sql`
    SELECT floor(extract(epoch FROM (s."settled_at" - ${before}::timestamptz)) / 86400)::int AS "day",
      sum(s."creator_lamports")::text AS "amount"
    FROM "Settlements" s
    WHERE s."payee_address" IN (SELECT "address" FROM "Wallets" WHERE "account_id" = ${accountId})
      AND s."settled_at" >= ${before} AND (s."settled_at" < ${beforeEnd} OR s."settled_at" >= ${start})
      AND s."orphaned_at" IS NULL
    GROUP BY 1`);
  return rows.map(({ day, amount }) => ({ day, amount: BigInt(amount) }));
}

/** Payments to the account's wallets, the newest first; `before` is the id of the last one of the page before. */
export function selectPayments(
  db: Database,
  accountId: string,
  { limit, before = null }: { limit: number; before?: string | null },
): Promise<SettledPayment[]> {
  return db.$queryRaw<SettledPayment[]>(sql`
    SELECT s."id", s."settled_at" AS "settledAt", k."slug", v."version", q."calls",
      s."payer_address" AS "payerAddress", s."payee_address" AS "payeeAddress",
      s."creator_lamports" AS "creatorLamports", s."fee_lamports" AS "feeLamports",
      s."excess_lamports" AS "excessLamports", s."token_mint" AS "tokenMint", s."token_units" AS "tokenUnits",
      s."token_fee_units" AS "tokenFeeUnits", s."signature", s."finalized_at" AS "finalizedAt",
      s."orphaned_at" AS "orphanedAt",
      (SELECT min(r."id") FROM "Receipts" r WHERE r."quote_id" = s."quote_id") AS "receiptId"
    FROM ${newestOfWallets("payee_address", accountId, { limit, before })} s
    JOIN "Quotes" q ON q."id" = s."quote_id"
    JOIN "SkillVersions" v ON v."id" = q."version_id"
    JOIN "Skills" k ON k."id" = v."skill_id"
    ORDER BY s."id" DESC`);
}
