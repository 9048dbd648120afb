import { DomainError } from "@/lib/kernel/errors";
import type { RejectionReason } from "@/lib/payments/transactions/rejection-reasons";

/** The error for a transaction that does not settle a quote; the quote itself stays as it was. */
export function transactionRejected(
  quoteId: string,
  reason: RejectionReason,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError(
    "TRANSACTION_REJECTED",
    `The transaction does not pay this quote: ${reason.replaceAll("_", " ")}.`,
    {
      details: { quoteId, reason, ...details },
    },
  );
}
