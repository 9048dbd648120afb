import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findSettlement, type SettlementRecord } from "@/lib/payments/settlement/settlement-repository";

/** The settlement of a paid quote; throws `GRANT_NOT_FOUND` for one that is not paid. */
export async function getSettlement(quoteId: string): Promise<SettlementRecord> {
  const settlement = await findSettlement(database(), quoteId);
  if (settlement) return settlement;
  throw new DomainError("GRANT_NOT_FOUND", "This quote was not paid.", { details: { quoteId } });
}
