import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/digest";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { networkOf } from "@/lib/chain/solana/address";
import { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";
import { quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { database } from "@/lib/db/client";
import { nameOfTransaction, submitSignatureToQuote } from "@/lib/payments/settlement/submit-signature";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { PaymentStatus } from "@/lib/payments/settlement/payment-status";
import { noteReportedSignature } from "@/lib/payments/quotes/quote-repository";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitToQuote } from "@/lib/payments/settlement/submit-payment";
import type { SettlementRecord } from "@/lib/payments/settlement/settlement-repository";
import { parseJson } from "@/lib/kernel/json/parse-json";

/** The request that brings a payment. */
export interface PayingRequest {
  /** Digest of what is called, which the quote was made for. */
  requestDigest: string;
  /**
   * Asked with the quote once it is known that the payment answers what this very caller was offered, and before
   * anything is done with it; what it throws ends the request.
   */
  admit?: (quote: QuoteRecord) => Promise<void>;
}

/** One question for payment as it travels in `WWW-Authenticate: Payment …` and comes back inside the credential. */
interface PaymentChallenge {
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

/** What an agent brings to pay a quote: a signed transaction ("pull"), or the signature of one it has sent ("push"). */
type AgentPayment = { rawTransaction: Uint8Array } | { signature: string };

interface PaymentCredential {
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
  const charge = chargeSchema.parse(parseJson(Buffer.from(challenge.request, "base64url").toString()));
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
  return parseJson(Buffer.from(token, "base64url").toString()); // reads plain base64 as well
}

/**
 * Pays the quote a credential names, by the same code that serves a wallet: a signed transaction is submitted, the
 * signature of a sent one is claimed. The quote must have been asked for by the very request that now pays. The same
 * credential may come any number of times. Throws PAYMENT_CREDENTIAL_INVALID and what `submitToQuote` and
 * `submitSignatureToQuote` throw.
 */
export async function payWithCredential(
  { quoteId, payment }: PaymentCredential,
  { requestDigest, admit }: PayingRequest,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quote = await getQuote(quoteId);
  if (quote.requestDigest !== requestDigest) {
    throw refused("other_request", "This payment is for another skill, version or input.");
  }
  await admit?.(quote);
  if ("rawTransaction" in payment) return submitToQuote(quote, payment.rawTransaction, context);
  const signature = nameOfTransaction(payment.signature);
  await noteReportedSignature(database(), quoteId, signature);
  return submitSignatureToQuote(quote, signature, context);
}

/** Which payment settled the quote, and when. The market's own signed receipt stands in the body. */
export const toReceipt = (
  { signature, settledAt }: SettlementRecord,
  { memo, challengeId }: { memo: string; challengeId?: string | undefined },
) => ({
  method: MPP_METHOD,
  reference: signature,
  status: "success",
  timestamp: settledAt.toISOString(),
  externalId: memo,
  ...(challengeId === undefined ? {} : { challengeId }),
});

/** The same as the value of `Payment-Receipt`. */
export const toReceiptHeader = (...given: Parameters<typeof toReceipt>): string =>
  Buffer.from(JSON.stringify(toReceipt(...given))).toString("base64url");
