import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findReceipt, type ReceiptRecord } from "@/lib/payments/receipts/repository";

/** A receipt by its id; throws `RECEIPT_NOT_FOUND`. */
export async function getReceipt(id: string): Promise<ReceiptRecord> {
  const receipt = await findReceipt(database(), id);
  if (!receipt)
    throw new DomainError("RECEIPT_NOT_FOUND", "There is no such receipt.", { details: { receiptId: id } });
  return receipt;
}
