import { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";
import { quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { isOwnChallenge, type PaymentChallenge } from "@/lib/payments/rails/mpp/challenge";

/** What an agent brings to pay a quote: a signed transaction ("pull"), or the signature of one it has sent ("push"). */
export type AgentPayment = { rawTransaction: Uint8Array } | { signature: string };

export interface PaymentCredential {
  quoteId: string;
  challenge: PaymentChallenge;
  payment: AgentPayment;
}

const MAX_TOKEN_CHARACTERS = 12_000;
const SCHEME = /^Payment +([\w+/-]+={0,2})$/i;

const text = (maxCharacters: number) => z.string().min(1).max(maxCharacters);
const credentialSchema = z.object({
  challenge: z.object({
    id: text(100),
    realm: text(300),
    method: text(20),
    intent: text(20),
    request: text(8000),
    expires: text(40),
  }),
  payload: z.union([
    z.object({ type: z.literal("transaction"), transaction: z.base64().min(4).max(2000) }),
    z.object({ type: z.literal("signature"), signature: text(88) }),
  ]),
});
const chargeSchema = z.object({ externalId: text(200) });

/** True when the header holds a payment credential; other schemes (an API key) are not this file's business. */
export function hasPaymentCredential(authorization: string | undefined): authorization is string {
  return /^Payment(\s|$)/i.test(authorization ?? "");
}

/**
 * Reads `Authorization: Payment …` and makes sure that it answers a question asked with `key`. Whether it pays is for
 * the settlement to find out. Throws PAYMENT_CREDENTIAL_INVALID.
 */
export function readCredential(authorization: string, key: string): PaymentCredential {
  const parsed = credentialSchema.safeParse(decode(authorization));
  if (!parsed.success) throw refused("malformed", "The Payment credential cannot be read.");
  const { challenge, payload } = parsed.data;
  if (!isOwnChallenge(challenge, key)) {
    throw refused("unknown_challenge", "The Payment credential answers no question of this market.");
  }
  const charge = chargeSchema.parse(parseJson(Buffer.from(challenge.request, "base64url")));
  const quoteId = quoteIdOfMemo(charge.externalId);
  const payment =
    payload.type === "transaction"
      ? { rawTransaction: Buffer.from(payload.transaction, "base64") }
      : { signature: payload.signature };
  return { quoteId, challenge, payment };
}

/** The refusal of a credential; never a 402, which a client would answer by paying again. */
export function refused(reason: string, message: string): DomainError {
  return new DomainError("PAYMENT_CREDENTIAL_INVALID", message, { details: { reason } });
}

function decode(authorization: string): unknown {
  const token = SCHEME.exec(authorization.trim())?.[1];
  if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) return null;
  return parseJson(Buffer.from(token, "base64url")); // reads plain base64 as well
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
