import { createHmac, sign } from "node:crypto";
import { tokenTermsOf, quoteIdOfMemo, termsFor } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { caip2Of } from "@/lib/chain/solana/address";
import { z } from "zod";
import { refused, type PayingRequest } from "@/lib/payments/rails/mpp";
import {
  extensionsOf,
  extensionsSchema,
  identifierOf,
  type OfferedTerms,
  type PaidResource,
  receiptOf,
  resourceOf,
} from "@/lib/payments/rails/x402-extensions";
import { isSameSecret } from "@/lib/kernel/digest";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { PaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitToQuote } from "@/lib/payments/settlement/submit-payment";
import { transactionRejected } from "@/lib/payments/transactions/rejection";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";
import { findTransaction, placeSignature, type Transaction } from "@/lib/chain/solana/transaction";
import type { SettlementRecord } from "@/lib/payments/settlement/settlement-repository";

export const X402_VERSION = 2;
export const X402_SCHEME = "exact";

/**
 * One way to pay, as it travels in `PAYMENT-REQUIRED` and comes back in `PAYMENT-SIGNATURE` (x402 v2, scheme
 * exact, SVM).
 */
export interface PaymentRequirements extends OfferedTerms {
  extra: {
    feePayer: string;
    memo: string;
    recentBlockhash: string;
    lastValidBlockHeight: string;
    /** Told to whoever asked for the quote alone. All else that pays it can be read on the chain once it has landed. */
    challenge: string;
  };
}

const SECOND_MS = 1000;

/**
 * How a quote can be paid in a token; null where it takes none. `now` is the present, from which its time is counted;
 * `key` makes the challenge that the payment must bring back.
 */
export function requirementsFor(
  quote: QuoteRecord,
  { now, key }: { now: Date; key: string },
): PaymentRequirements | null {
  const token = tokenTermsOf(quote);
  if (!token) return null;
  const { memo, blockhash, lastValidBlockHeight, genesisHash, payeeAddress, expiresAt } = quote;
  const leftMs = expiresAt.getTime() - now.getTime();
  return {
    scheme: X402_SCHEME,
    network: caip2Of(genesisHash),
    amount: token.units.toString(),
    asset: token.mint,
    payTo: payeeAddress,
    maxTimeoutSeconds: Math.max(1, Math.floor(leftMs / SECOND_MS)),
    extra: {
      feePayer: token.feePayer,
      memo,
      recentBlockhash: blockhash,
      lastValidBlockHeight: lastValidBlockHeight.toString(),
      challenge: createHmac("sha256", key).update(`x402|${memo}`).digest("base64url"),
    },
  };
}

/**
 * The question for payment: encoded the value of `PAYMENT-REQUIRED`, and over MCP the answer of a tool. Throws what
 * `assertMaySign` throws.
 */
export async function paymentRequiredFor(
  requirements: PaymentRequirements,
  { resource, error }: { resource: PaidResource; error: string },
) {
  return {
    x402Version: X402_VERSION,
    error,
    resource: resourceOf(resource),
    accepts: [requirements],
    extensions: await extensionsOf(resource, requirements),
  };
}

/** The form of all three headers: base64 of JSON. */
export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** What a client brings in `PAYMENT-SIGNATURE`: what it agreed to, and the transaction it has signed. */
interface TokenPayment {
  quoteId: string;
  /** The id that the payer gave it (`payment-identifier`); absent for none. */
  identifier?: string;
  accepted: {
    network: string;
    amount: string;
    asset: string;
    payTo: string;
    feePayer: string;
    challenge: string;
  };
  /** Signed by the payer; the place of the fee payer's signature is empty. */
  partlySigned: Uint8Array;
}

const MAX_HEADER_CHARACTERS = 12_000;
/** The database holds no U+0000, and no memo of this market anything else. */
const PRINTABLE = /^[\x20-\x7e]+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

const text = (maxCharacters: number) => z.string().min(1).max(maxCharacters);
const paymentSchema = z.object({
  x402Version: z.literal(X402_VERSION),
  accepted: z.object({
    scheme: z.literal(X402_SCHEME),
    network: text(100),
    amount: text(40),
    asset: text(64),
    payTo: text(64),
    extra: z.object({ feePayer: text(64), memo: text(256).regex(PRINTABLE), challenge: text(64) }),
  }),
  payload: z.object({ transaction: z.base64().min(4).max(2000) }),
  extensions: extensionsSchema,
});

/**
 * Reads the value of `PAYMENT-SIGNATURE`, or what stands in `_meta["x402/payment"]` of a request over MCP. Whether it
 * pays is for the settlement to find out. Throws PAYMENT_CREDENTIAL_INVALID.
 */
export function readTokenPayment(given: unknown): TokenPayment {
  const parsed = paymentSchema.safeParse(typeof given === "string" ? decodeHeader(given) : given);
  if (!parsed.success) throw refused("malformed", "The x402 payment cannot be read.");
  const { accepted, payload, extensions } = parsed.data;
  const identifier = identifierOf(extensions);
  const { network, amount, asset, payTo, extra } = accepted;
  const { feePayer, challenge } = extra;
  return {
    quoteId: quoteIdOfMemo(extra.memo),
    ...(identifier === undefined ? {} : { identifier }),
    accepted: { network, amount, asset, payTo, feePayer, challenge },
    partlySigned: Buffer.from(payload.transaction, "base64"),
  };
}

function decodeHeader(header: string): unknown {
  if (header.length > MAX_HEADER_CHARACTERS || !BASE64.test(header)) return null;
  try {
    return JSON.parse(Buffer.from(header, "base64").toString("utf8"));
  } catch {
    return null;
  }
}

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

/**
 * What is answered to a payment in a token: encoded the value of `PAYMENT-RESPONSE`; null for a quote that was settled
 * in lamports. `delivered` is the address of what the payer was given for it, and of a call that failed it is not there.
 * Throws what `assertMaySign` throws.
 */
export async function settlementResponse(
  { signature, payerAddress, tokenMint, tokenUnits, settledAt }: SettlementRecord,
  { genesisHash, delivered }: { genesisHash: string; delivered?: string | undefined },
): Promise<object | null> {
  if (tokenMint === null || tokenUnits === null) return null;
  const network = caip2Of(genesisHash);
  const paid = { network, payer: payerAddress, transaction: signature };
  return {
    success: true,
    ...paid,
    amount: tokenUnits.toString(),
    ...(delivered === undefined
      ? {}
      : { extensions: await receiptOf({ ...paid, resourceUrl: delivered }, settledAt) }),
  };
}

/** The same for a payment that moved nothing. */
export const refusedResponse = (errorReason: string) => ({
  success: false,
  errorReason,
  transaction: "",
  network: "",
});
