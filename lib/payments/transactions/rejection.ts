import { DomainError } from "@/lib/kernel/errors";

/** Why a transaction does not settle a quote. Callers get the word; a page or a document gives it a sentence. */
export const REJECTION_REASONS = [
  // its form
  "malformed_transaction",
  "unsupported_version",
  "lookup_tables_not_allowed",
  "extra_signers",
  "bad_signature",
  "blockhash_expired",
  "durable_nonce_not_allowed",
  // what it does
  "wrong_payer",
  "payer_is_payee",
  "wrong_source",
  "unexpected_program",
  "unexpected_system_instruction",
  "unexpected_token_instruction",
  "wrong_token",
  "fee_payer_not_isolated",
  "unexpected_recipient",
  "unexpected_compute_budget",
  "compute_limit_too_high",
  "compute_price_too_high",
  "underpaid",
  "overpaid",
  "missing_transfer",
  "missing_reference",
  "memo_mismatch",
  // what became of it
  "insufficient_funds",
  "account_below_rent_exemption",
  "simulation_failed",
  "failed_on_chain",
  "balance_mismatch",
  "another_transaction_pending",
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

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
