import type { DsseEnvelope } from "@/lib/attestation/dsse";
import type { Database } from "@/lib/db/client";
import type { Grant, Quote, Receipt, Settlement } from "@/lib/db/generated/client";

export type ReceiptRecord = Receipt;
/** A settled quote with the grant one run used; settled means that its payer is known. */
export type PaidQuote = Quote & { payerAddress: string; settlement: Settlement; grant: Grant };

/** The quote whose grant a run holds or used, with its settlement; null when the run paid for nothing. */
export async function findPaidQuote(db: Database, runId: string): Promise<PaidQuote | null> {
  const grant = await db.grant.findUnique({
    where: { runId },
    include: { quote: { include: { settlement: true } } },
  });
  if (!grant?.quote.settlement) return null;
  const { settlement } = grant.quote;
  return { ...grant.quote, payerAddress: settlement.payerAddress, settlement, grant };
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
