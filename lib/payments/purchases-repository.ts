import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { DayWindow } from "@/lib/kernel/day-window";
import { MOVED_LAMPORTS } from "@/lib/payments/moved-lamports-sql";
import { newestOfWallets } from "@/lib/payments/wallet-settlements-sql";

const { sql } = Prisma;

export interface PaidPurchase {
  id: string;
  quoteId: string;
  /** By which way it was bought: by a person with a wallet, or by a program. */
  rail: string;
  settledAt: Date;
  slug: string;
  version: string;
  /** Calls bought, and how many of them have run to their end. */
  calls: number;
  callsMade: number;
  /** One of them is being made. */
  isRunning: boolean;
  payerAddress: string;
  payeeAddress: string;
  /** What left the wallet but for the network's fee: the creator's part, the market's, and what was too much. */
  paidLamports: bigint;
  /** Set when a token was paid instead of lamports. */
  tokenMint: string | null;
  tokenUnits: bigint | null;
  signature: string;
  /** The key of this account that the price was asked for with; null for a page, for a program without one, and for a key of others. */
  keyPrefix: string | null;
  keyName: string | null;
  /** The first receipt of the calls; null while none of them has run. */
  receiptId: string | null;
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}

/** What some settlements of an account's wallets paid for; `settlements` is a subquery without a name. */
const purchasesOf = (settlements: Prisma.Sql, accountId: string): Prisma.Sql => sql`
    SELECT s."id", s."quote_id" AS "quoteId", q."rail", s."settled_at" AS "settledAt", k."slug", v."version", q."calls",
      (SELECT count(*)::int FROM "Grants" g WHERE g."quote_id" = s."quote_id" AND g."state" = 'CONSUMED') AS "callsMade",
      EXISTS (SELECT 1 FROM "Grants" g WHERE g."quote_id" = s."quote_id" AND g."state" = 'RUNNING') AS "isRunning",
      s."payer_address" AS "payerAddress", s."payee_address" AS "payeeAddress",
      s."creator_lamports" + s."fee_lamports" + s."excess_lamports" AS "paidLamports",
      s."token_mint" AS "tokenMint", s."token_units" AS "tokenUnits", s."signature",
      s."finalized_at" AS "finalizedAt", s."orphaned_at" AS "orphanedAt", y."prefix" AS "keyPrefix", y."name" AS "keyName",
      (SELECT min(r."id") FROM "Receipts" r WHERE r."quote_id" = s."quote_id") AS "receiptId"
    FROM ${settlements} s
    JOIN "Quotes" q ON q."id" = s."quote_id"
    JOIN "SkillVersions" v ON v."id" = q."version_id"
    JOIN "Skills" k ON k."id" = v."skill_id"
    ${ownKeySql(accountId)}
    ORDER BY s."id" DESC`;

/** Somebody else may ask for a quote that this account pays: what they call their key is theirs to know. */
const ownKeySql = (accountId: string) =>
  sql`LEFT JOIN "ApiKeys" y ON y."id" = q."asked_with_key_id" AND y."account_id" = ${accountId}`;

/** Payments from the account's wallets, the newest first; `before` is the id of the last one of the page before. */
export function listPaidPurchases(
  db: Database,
  accountId: string,
  page: { limit: number; before: string | null },
): Promise<PaidPurchase[]> {
  return db.$queryRaw<PaidPurchase[]>(
    purchasesOf(newestOfWallets("payer_address", accountId, page), accountId),
  );
}

/** The payment from a wallet of the account that is this transaction; null for none, and for that of others. */
export async function findPaidPurchase(
  db: Database,
  accountId: string,
  signature: string,
): Promise<PaidPurchase | null> {
  const one = sql`(SELECT t.* FROM "Settlements" t JOIN "Wallets" w ON w."address" = t."payer_address"
    WHERE t."signature" = ${signature} AND w."account_id" = ${accountId})`;
  const [purchase] = await db.$queryRaw<PaidPurchase[]>(purchasesOf(one, accountId));
  return purchase ?? null;
}

const PAID_BY = (accountId: string) => sql`"Settlements" s JOIN "Quotes" q ON q."id" = s."quote_id"
  JOIN "Wallets" w ON w."address" = s."payer_address" AND w."account_id" = ${accountId}`;

/** What left the account's wallets on each UTC day that had a payment; day 0 is the first of the period before. */
export async function sumSpendingByDay(
  db: Database,
  accountId: string,
  { before, beforeEnd, start }: DayWindow,
): Promise<{ day: number; amount: bigint }[]> {
  const rows = await db.$queryRaw<{ day: number; amount: string }[]>(sql`
    SELECT floor(extract(epoch FROM (s."settled_at" - ${before}::timestamptz)) / 86400)::int AS "day",
      sum(${MOVED_LAMPORTS})::text AS "amount"
    FROM ${PAID_BY(accountId)}
    WHERE s."settled_at" >= ${before} AND (s."settled_at" < ${beforeEnd} OR s."settled_at" >= ${start})
      AND s."orphaned_at" IS NULL
    GROUP BY 1`);
  return rows.map(({ day, amount }) => ({ day, amount: BigInt(amount) }));
}

/** What was spent on one skill, or by whom, of the account's own keys. */
export interface SpendingPart {
  /** The name of the skill, or the first characters of the key; null for what was not asked for with a key of this account. */
  name: string | null;
  /** What the key is called. */
  keyName: string | null;
  calls: number;
  lamports: bigint;
}

/** What left the account's wallets since then by skill or by key, the most first, and at most so many parts. */
export async function sumSpendingBy(
  db: Database,
  part: "skill" | "key",
  { accountId, since, limit }: { accountId: string; since: Date; limit: number },
): Promise<SpendingPart[]> {
  const [name, keyName, joined] =
    part === "skill"
      ? [
          sql`k."slug"`,
          sql`NULL`,
          sql`JOIN "SkillVersions" v ON v."id" = q."version_id" JOIN "Skills" k ON k."id" = v."skill_id"`,
        ]
      : [sql`y."prefix"`, sql`y."name"`, ownKeySql(accountId)];
  const rows = await db.$queryRaw<(Omit<SpendingPart, "lamports"> & { lamports: string })[]>(sql`
    SELECT ${name} AS "name", ${keyName} AS "keyName", sum(q."calls")::int AS "calls", sum(${MOVED_LAMPORTS})::text AS "lamports"
    FROM ${PAID_BY(accountId)} ${joined}
    WHERE s."settled_at" >= ${since} AND s."orphaned_at" IS NULL
    GROUP BY 1, 2 ORDER BY sum(${MOVED_LAMPORTS}) DESC, 1 LIMIT ${limit}`);
  return rows.map(({ lamports, ...row }) => ({ ...row, lamports: BigInt(lamports) }));
}

/** A payment that was signed, and that nobody has seen on the chain yet. */
interface SentPayment {
  quoteId: string;
  slug: string;
  version: string;
  calls: number;
  since: Date;
}

/** Payments from the account's wallets that are on their way, the newest first. */
export async function listSentPayments(db: Database, accountId: string): Promise<SentPayment[]> {
  return db.$queryRaw<SentPayment[]>(sql`
    SELECT q."id" AS "quoteId", k."slug", v."version", q."calls", q."updated_at" AS "since"
    FROM "Quotes" q JOIN "Wallets" w ON w."address" = q."payer_address"
    JOIN "SkillVersions" v ON v."id" = q."version_id" JOIN "Skills" k ON k."id" = v."skill_id"
    WHERE q."state" = 'SUBMITTED' AND q."rail" = 'wallet' AND w."account_id" = ${accountId}
    ORDER BY q."updated_at" DESC`);
}
