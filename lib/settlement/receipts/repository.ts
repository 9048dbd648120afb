import type { DsseEnvelope } from "@/lib/attestation/dsse";
import type { Database } from "@/lib/db/client";
import type { Grant, Quote, Receipt, Settlement } from "@/lib/db/generated/client";

export type ReceiptRecord = Receipt;
export type PaidQuote = Quote & { settlement: Settlement; grant: Grant };

/** The quote whose grant a run holds or used, with its settlement; null when the run paid for nothing. */
export async function findPaidQuote(db: Database, runId: string): Promise<PaidQuote | null> {
  const quote = await db.quote.findFirst({
    where: { grant: { runId } },
    include: { settlement: true, grant: true },
  });
  if (!quote?.settlement || !quote.grant) return null;
  return { ...quote, settlement: quote.settlement, grant: quote.grant };
}

export function findReceiptOfRun(db: Database, runId: string): Promise<ReceiptRecord | null> {
  return db.receipt.findUnique({ where: { runId } });
}

export function findReceipt(db: Database, id: string): Promise<ReceiptRecord | null> {
  return db.receipt.findUnique({ where: { id } });
}

export interface NewReceipt {
  id: string;
  runId: string;
  quoteId: string;
  keyId: string;
  payload: string;
  envelope: DsseEnvelope;
  createdAt: Date;
}

/** Adds a receipt, unless its run has one already. Never fails inside a transaction for that reason. */
export async function insertReceipt(db: Database, receipt: NewReceipt): Promise<void> {
  await db.receipt.createMany({
    data: [{ ...receipt, envelope: { ...receipt.envelope } }],
    skipDuplicates: true,
  });
}
