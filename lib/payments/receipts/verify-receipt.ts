import { IN_TOTO_PAYLOAD_TYPE, openEnvelope } from "@/lib/attestation/dsse";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { receiptStatement, type ReceiptStatement } from "@/lib/payments/receipts/receipt-statement";

export type ReceiptVerdict =
  | { ok: true; statement: ReceiptStatement }
  | { ok: false; reason: "signature_invalid" | "not_canonical" | "not_a_receipt" | "amounts_do_not_add_up" };

/**
 * Verifies a receipt without asking anybody: the platform's signature (`publicKey` is its base58 key id), the
 * canonical form, and that the amounts add up. Whether the named transaction is on the named chain is for the
 * reader to look up there.
 */
export function verifyReceipt(envelope: unknown, publicKey: string): ReceiptVerdict {
  const payload = openEnvelope(envelope, { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey });
  if (!payload) return { ok: false, reason: "signature_invalid" };
  const text = payload.toString("utf8");
  const parsed = receiptStatement.safeParse(parseJson(text));
  if (!parsed.success) return { ok: false, reason: "not_a_receipt" };
  if (toCanonicalJson(parsed.data) !== text) return { ok: false, reason: "not_canonical" };
  const { creatorLamports, feeLamports, priceLamports } = parsed.data.predicate.payment;
  if (BigInt(creatorLamports) + BigInt(feeLamports) !== BigInt(priceLamports)) {
    return { ok: false, reason: "amounts_do_not_add_up" };
  }
  return { ok: true, statement: parsed.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
