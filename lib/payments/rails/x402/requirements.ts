import { createHmac } from "node:crypto";
import { tokenTermsOf } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { caip2Of } from "@/lib/solana/networks";

export const X402_VERSION = 2;
export const X402_SCHEME = "exact";

/**
 * One way to pay, as it travels in `PAYMENT-REQUIRED` and comes back in `PAYMENT-SIGNATURE` (x402 v2, scheme
 * exact, SVM).
 */
export interface PaymentRequirements {
  scheme: string;
  network: string;
  /** Smallest units of `asset`. */
  amount: string;
  asset: string;
  /** The owner of the receiving account, not the account. */
  payTo: string;
  maxTimeoutSeconds: number;
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

/** The value of `PAYMENT-REQUIRED`. */
export function toRequiredHeader(
  requirements: PaymentRequirements,
  { url, error }: { url: string; error: string },
): string {
  return encodeHeader({
    x402Version: X402_VERSION,
    error,
    resource: {
      url,
      description: "One call. Paid to its creator alone; the platform fee is not taken from this payment.",
      mimeType: "application/json",
    },
    accepts: [requirements],
  });
}

/** The form of all three headers: base64 of JSON. */
export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
