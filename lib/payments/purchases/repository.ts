import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { newestOfWallets } from "@/lib/payments/newest-of-wallets-sql";

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
  /** The first receipt of the calls; null while none of them has run. */
  receiptId: string | null;
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}

/** Payments from the account's wallets, the newest first; `before` is the id of the last one of the page before. */
export function listPaidPurchases(
  db: Database,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<PaidPurchase[]> {
  return db.$queryRaw<PaidPurchase[]>(sql`
    SELECT s."id", s."quote_id" AS "quoteId", q."rail", s."settled_at" AS "settledAt", k."slug", v."version", q."calls",
      (SELECT count(*)::int FROM "Grants" g WHERE g."quote_id" = s."quote_id" AND g."state" = 'CONSUMED') AS "callsMade",
      EXISTS (SELECT 1 FROM "Grants" g WHERE g."quote_id" = s."quote_id" AND g."state" = 'RUNNING') AS "isRunning",
      s."payer_address" AS "payerAddress", s."payee_address" AS "payeeAddress",
      s."creator_lamports" + s."fee_lamports" + s."excess_lamports" AS "paidLamports",
      s."token_mint" AS "tokenMint", s."token_units" AS "tokenUnits", s."signature",
      s."finalized_at" AS "finalizedAt", s."orphaned_at" AS "orphanedAt",
      (SELECT min(r."id") FROM "Receipts" r WHERE r."quote_id" = s."quote_id") AS "receiptId"
    FROM ${newestOfWallets("payer_address", accountId, { limit, before })} s
    JOIN "Quotes" q ON q."id" = s."quote_id"
    JOIN "SkillVersions" v ON v."id" = q."version_id"
    JOIN "Skills" k ON k."id" = v."skill_id"
    ORDER BY s."id" DESC`);
}

/** A payment that was signed, and that nobody has seen on the chain yet. */
export interface SentPayment {
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
