import { z } from "zod";
import { quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { refused } from "@/lib/payments/rails/mpp/credential";
import { X402_SCHEME, X402_VERSION } from "@/lib/payments/rails/x402/requirements";

/** What a client brings in `PAYMENT-SIGNATURE`: what it agreed to, and the transaction it has signed. */
export interface TokenPayment {
  quoteId: string;
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
});

/** Reads `PAYMENT-SIGNATURE`. Whether it pays is for the settlement to find out. Throws PAYMENT_CREDENTIAL_INVALID. */
export function readTokenPayment(header: string): TokenPayment {
  const parsed = paymentSchema.safeParse(decode(header));
  if (!parsed.success) throw refused("malformed", "The PAYMENT-SIGNATURE header cannot be read.");
  const { accepted, payload } = parsed.data;
  const { network, amount, asset, payTo, extra } = accepted;
  const { feePayer, challenge } = extra;
  return {
    quoteId: quoteIdOfMemo(extra.memo),
    accepted: { network, amount, asset, payTo, feePayer, challenge },
    partlySigned: Buffer.from(payload.transaction, "base64"),
  };
}

function decode(header: string): unknown {
  if (header.length > MAX_HEADER_CHARACTERS || !BASE64.test(header)) return null;
  try {
    return JSON.parse(Buffer.from(header, "base64").toString("utf8"));
  } catch {
    return null;
  }
}
