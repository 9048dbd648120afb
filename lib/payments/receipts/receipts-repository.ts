import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import type { Database } from "@/lib/db/client";
import { Prisma, type Quote, type Receipt } from "@/lib/db/generated/client";

export type ReceiptRecord = Receipt;

type Quoted =
  | "id"
  | "inputDigest"
  | "packageDigest"
  | "genesisHash"
  | "commitment"
  | "payeeAddress"
  | "calls";
type Priced = "treasuryAddress" | "reference" | "priceLamports" | "creatorLamports" | "feeLamports";

/** What a receipt says of a settled quote, its settlement and the grant that one run holds or used. */
export interface PaidQuote extends Pick<Quote, Quoted | Priced | "tokenAccount"> {
  payerAddress: string;
  signature: string;
  excessLamports: bigint;
  tokenMint: string | null;
  tokenUnits: bigint | null;
  /** Which of the quote's calls this is. */
  position: number;
  used: boolean;
}

const { sql } = Prisma;

/** The quote whose grant a run holds or used, with its settlement, in one query; null when the run paid for nothing. */
export async function findPaidQuote(db: Database, runId: string): Promise<PaidQuote | null> {
  const [paid] = await db.$queryRaw<PaidQuote[]>(sql`
    SELECT q."id", q."input_digest" AS "inputDigest", q."package_digest" AS "packageDigest", q."genesis_hash" AS "genesisHash",
      q."commitment", q."payee_address" AS "payeeAddress", q."calls", q."treasury_address" AS "treasuryAddress", q."reference",
      q."price_lamports" AS "priceLamports", q."creator_lamports" AS "creatorLamports", q."fee_lamports" AS "feeLamports",
      q."token_account" AS "tokenAccount", s."payer_address" AS "payerAddress", s."signature",
      s."excess_lamports" AS "excessLamports", s."token_mint" AS "tokenMint", s."token_units" AS "tokenUnits",
      g."position", g."state" = 'CONSUMED' AS "used"
    FROM "Grants" g JOIN "Quotes" q ON q."id" = g."quote_id" JOIN "Settlements" s ON s."quote_id" = q."id"
    WHERE g."run_id" = ${runId}`);
  return paid ?? null;
}

export function findReceiptOfRun(db: Database, runId: string): Promise<ReceiptRecord | null> {
  return db.receipt.findUnique({ where: { runId } });
}

export function findReceipt(db: Database, id: string): Promise<ReceiptRecord | null> {
  return db.receipt.findUnique({ where: { id } });
}

interface NewReceipt {
  id: string;
  runId: string;
  quoteId: string;
  keyId: string;
  payload: string;
  envelope: DsseEnvelope;
  createdAt: Date;
}

/** Adds a receipt, unless its run has one already: then null. Never fails inside a transaction for that reason. */
export async function insertReceipt(db: Database, receipt: NewReceipt): Promise<ReceiptRecord | null> {
  const added = await db.receipt.createManyAndReturn({
    data: [{ ...receipt, envelope: { ...receipt.envelope } }],
    skipDuplicates: true,
  });
  return added[0] ?? null;
}
