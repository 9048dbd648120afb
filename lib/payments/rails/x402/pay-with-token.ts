import { sign } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import type { PaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { refused } from "@/lib/payments/rails/mpp/credential";
import type { PayingRequest } from "@/lib/payments/rails/paying-request";
import type { TokenPayment } from "@/lib/payments/rails/x402/read-payment";
import { requirementsFor } from "@/lib/payments/rails/x402/requirements";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitToQuote } from "@/lib/payments/settlement/submit-payment";
import { transactionRejected } from "@/lib/payments/transactions/transaction-rejected";
import { verifyEd25519 } from "@/lib/solana/ed25519";
import { findTransaction, placeSignature, type Transaction } from "@/lib/solana/transaction";

/**
 * Pays a quote in its token: the transfer is checked, signed by the key that pays the network, and submitted by the
 * same code that serves a wallet. Signing the same bytes gives the same bytes, so the same payment may come any number
 * of times and pays once. The quote must have been asked for by the very request that now pays, and the payment must
 * bring back what only the one who asked was told (`key` is what that was made with): the transfer itself is public,
 * and must not open its call to whoever reads it on the chain. Throws PAYMENT_CREDENTIAL_INVALID, TRANSACTION_REJECTED
 * and what `submitToQuote` throws.
 */
export async function payWithToken(
  payment: TokenPayment & { key: string },
  { requestDigest, admit }: PayingRequest,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quote = await getQuote(payment.quoteId);
  if (quote.requestDigest !== requestDigest)
    throw refused("other_request", "This payment is for another skill, version or input.");
  assertAsOffered(quote, payment, context);
  await admit?.(quote);
  const { partlySigned } = payment;
  const rawTransaction = signedBefore(quote, partlySigned) ?? signAsFeePayer(quote, partlySigned, context);
  return submitToQuote(quote, rawTransaction, context);
}

/**
 * What the client says it agreed to must be what it was offered: amount, token, recipient, chain, and by whom it was
 * asked for.
 */
function assertAsOffered(
  quote: QuoteRecord,
  { accepted, key }: TokenPayment & { key: string },
  { clock }: SettlementContext,
): void {
  const offered = requirementsFor(quote, { now: clock.now(), key });
  const same =
    offered !== null &&
    offered.network === accepted.network &&
    offered.amount === accepted.amount &&
    offered.asset === accepted.asset &&
    offered.payTo === accepted.payTo &&
    offered.extra.feePayer === accepted.feePayer &&
    isSameSecret(accepted.challenge, offered.extra.challenge);
  if (!same) throw refused("unknown_challenge", "The payment answers no offer of this market.");
}

/**
 * The bytes of this very payment if they were handed in before: they need no key, so a call that was paid is answered
 * also when another key pays the network by now, or no token is taken any more.
 */
function signedBefore({ rawTransaction }: QuoteRecord, partlySigned: Uint8Array): Uint8Array | null {
  const [signature] = (rawTransaction && findTransaction(rawTransaction)?.signatures) ?? [];
  if (!rawTransaction || !signature || !findTransaction(partlySigned)) return null;
  const again = placeSignature(partlySigned, 0, signature);
  return Buffer.from(again).equals(rawTransaction) ? rawTransaction : null;
}

/** Nothing is signed before everything the transaction does has been read: the key pays for what it signs. */
function signAsFeePayer(
  quote: QuoteRecord,
  partlySigned: Uint8Array,
  { token }: SettlementContext,
): Uint8Array {
  const transaction = findTransaction(partlySigned);
  if (!transaction) throw transactionRejected(quote.id, "malformed_transaction");
  const terms = termsFor(quote, transaction);
  if (!terms.token || token?.feePayer.keyId !== terms.token.feePayer)
    throw transactionRejected(quote.id, "wrong_payer");
  const verdict = checkTransaction(transaction, terms, "strict");
  if (!verdict.ok) throw transactionRejected(quote.id, verdict.reason);
  if (!isSignedBy(terms.payerAddress, transaction)) throw transactionRejected(quote.id, "bad_signature");
  return placeSignature(partlySigned, 0, sign(null, transaction.message, token.feePayer.privateKey));
}

function isSignedBy(payerAddress: string, { signatures, message }: Transaction): boolean {
  const [, signature] = signatures;
  return signature !== undefined && verifyEd25519(payerAddress, message, signature);
}
