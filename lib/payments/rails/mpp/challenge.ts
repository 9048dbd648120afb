import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { networkOf } from "@/lib/solana/networks";

/** One question for payment as it travels in `WWW-Authenticate: Payment …` and comes back inside the credential. */
export interface PaymentChallenge {
  id: string;
  realm: string;
  method: string;
  intent: string;
  /** Base64url of the canonical JSON of the charge. */
  request: string;
  expires: string;
}

export const MPP_METHOD = "solana";
export const MPP_INTENT = "charge";
/** Native lamports: amounts are theirs. */
export const MPP_CURRENCY = "sol";

/**
 * The question for one quote: HTTP Payment authentication, method `solana`, intent `charge`, in native lamports. The
 * platform's fee is a split; the memo that binds the payment is the `externalId`. The id is an HMAC over all of it, so
 * that a credential can only answer a question this market has asked.
 */
export function challengeFor(
  quote: QuoteRecord,
  { realm, key }: { realm: string; key: string },
): PaymentChallenge {
  const { feeLamports, treasuryAddress, genesisHash, blockhash } = quote;
  const splits = [{ recipient: treasuryAddress, amount: feeLamports.toString() }];
  const charge = {
    amount: quote.priceLamports.toString(),
    currency: MPP_CURRENCY,
    recipient: quote.payeeAddress,
    externalId: quote.memo,
    methodDetails: {
      network: networkOf(genesisHash),
      recentBlockhash: blockhash,
      ...(feeLamports > 0n ? { splits } : {}),
    },
  };
  const request = Buffer.from(toCanonicalJson(charge)).toString("base64url");
  const expires = quote.expiresAt.toISOString();
  const challenge = { realm, method: MPP_METHOD, intent: MPP_INTENT, request, expires };
  return { id: idOf(challenge, key), ...challenge };
}

/** The challenge as the value of `WWW-Authenticate`. */
export function toAuthenticateHeader({
  id,
  realm,
  method,
  intent,
  request,
  expires,
}: PaymentChallenge): string {
  const members = Object.entries({ id, realm, method, intent, request, expires });
  return `Payment ${members.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}

/** True for a challenge that this market has asked and that came back as it was. */
export function isOwnChallenge(challenge: PaymentChallenge, key: string): boolean {
  return isSameSecret(challenge.id, idOf(challenge, key));
}

/** The positions of the draft (realm, method, intent, request, expires, digest, opaque), the last two empty here. */
function idOf(
  { realm, method, intent, request, expires }: Omit<PaymentChallenge, "id">,
  key: string,
): string {
  const bound = [realm, method, intent, request, expires, "", ""].join("|");
  return createHmac("sha256", key).update(bound).digest("base64url");
}
