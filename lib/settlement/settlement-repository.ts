import type { Database } from "@/lib/db/client";
import type { Prisma, Settlement } from "@/lib/db/generated/client";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";
import { newId } from "@/lib/ids";

export type SettlementRecord = Settlement;

export interface Payment {
  payerAddress: string;
  signature: string;
  rawTransaction: Uint8Array;
  slot: bigint;
  lastValidBlockHeight: bigint;
  excessLamports: bigint;
  settledAt: Date;
}

/**
 * Records that a payment settled a quote and makes its grants, one for each call. Must run inside one transaction. False when
 * the quote was already settled or closed. The unique columns Settlements.signature, Settlements.quote_id and
 * Grants (quote_id, position) make a second settlement an error of the database, whatever the callers believe.
 */
export async function insertSettlement(
  tx: Prisma.TransactionClient,
  quote: QuoteRecord,
  payment: Payment,
): Promise<boolean> {
  const { payerAddress, signature, slot, excessLamports, settledAt, lastValidBlockHeight } = payment;
  const moved = await tx.quote.updateMany({
    where: { id: quote.id, state: { in: ["QUOTED", "SUBMITTED", "EXPIRED"] } },
    data: {
      state: "GRANTED",
      reason: null,
      payerAddress,
      signature,
      rawTransaction: Uint8Array.from(payment.rawTransaction),
      lastValidBlockHeight,
    },
  });
  if (moved.count === 0) return false;
  const { id: quoteId, calls, payeeAddress, creatorLamports, feeLamports, commitment } = quote;
  const amounts = { creatorLamports, feeLamports, excessLamports };
  await tx.settlement.create({
    data: {
      id: newId("set"),
      quoteId,
      signature,
      slot,
      payerAddress,
      payeeAddress,
      ...amounts,
      commitment,
      settledAt,
    },
  });
  const positions = Array.from({ length: calls }, (_, i) => i + 1);
  await tx.grant.createMany({
    data: positions.map((position) => ({ id: newId("grn"), quoteId, position, calls })),
  });
  return true;
}

export function findSettlement(db: Database, quoteId: string): Promise<SettlementRecord | null> {
  return db.settlement.findUnique({ where: { quoteId } });
}

export function findSettlementBySignature(db: Database, signature: string): Promise<SettlementRecord | null> {
  return db.settlement.findUnique({ where: { signature } });
}

export type UnfinalizedSettlement = SettlementRecord & { quote: QuoteRecord };

/** Settlements whose end is not known yet, oldest first. */
export function listUnfinalized(db: Database, limit: number): Promise<UnfinalizedSettlement[]> {
  return db.settlement.findMany({
    where: { finalizedAt: null, orphanedAt: null },
    orderBy: { settledAt: "asc" },
    take: limit,
    include: { quote: true },
  });
}

/** The settlement is final, in this slot (after a reorganisation it may be another one than first seen). */
export async function markFinalized(
  db: Database,
  id: string,
  { slot, at }: { slot: bigint; at: Date },
): Promise<void> {
  await db.settlement.updateMany({
    where: { id, finalizedAt: null, orphanedAt: null },
    data: { slot, finalizedAt: at },
  });
}

/**
 * The payment has vanished for good. Withdraws the grant if it was not used. Must run inside one transaction. False when the
 * settlement had its end already.
 */
export async function markOrphaned(
  tx: Prisma.TransactionClient,
  { id, quoteId }: Pick<SettlementRecord, "id" | "quoteId">,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  const marked = await tx.settlement.updateMany({
    where: { id, finalizedAt: null, orphanedAt: null },
    data: { orphanedAt: at },
  });
  if (marked.count === 0) return false;
  await tx.grant.updateMany({ where: { quoteId, state: "GRANTED" }, data: { state: "WITHDRAWN" } });
  await tx.quote.updateMany({ where: { id: quoteId }, data: { state: "ORPHANED", reason } });
  return true;
}
