import { z } from "zod";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { isTransactionSignature } from "@/lib/chain/solana/address";
import { IN_TOTO_PAYLOAD_TYPE, openEnvelope } from "@/lib/log/attestation/dsse";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { parseJson } from "@/lib/kernel/json/parse-json";

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const RECEIPT_PREDICATE_TYPE = "urn:emporion:call-receipt:v1";

const MAX_CALLS = 100;

const address = z.string().refine(isSolanaAddress, "expected a base58 address of 32 bytes");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const lamports = z.string().regex(/^(0|[1-9]\d{0,19})$/);
const id = z.string().min(1).max(64);
const time = z.iso.datetime();

/**
 * What a receipt says: this payer paid this much to these accounts in this transaction, and for it this package was run
 * on this input and gave this output. An in-toto statement whose subject is the package that was run.
 */
export const receiptStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.tuple([
    z.strictObject({
      name: z.string().max(256),
      digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    }),
  ]),
  predicateType: z.literal(RECEIPT_PREDICATE_TYPE),
  predicate: z.strictObject({
    receiptId: id,
    issuedAt: time,
    run: z.strictObject({
      id,
      /** Of the input as it was sent. */
      inputDigest: digest,
      /** Of the input as the skill was given it, with the defaults of its schema; absent where that is the same. */
      appliedInputDigest: digest.optional(),
      outputDigest: digest,
      startedAt: time,
      finishedAt: time,
      runner: z.string().max(200),
      isolation: z.string().max(2000),
      runnerFacts: z.record(z.string(), z.json()),
    }),
    payment: z.strictObject({
      quote: id,
      transaction: z.string().refine(isTransactionSignature, "expected a base58 signature of 64 bytes"),
      genesisHash: address,
      commitment: z.enum(["confirmed", "finalized"]),
      payer: address,
      payee: address,
      treasury: address,
      reference: address,
      priceLamports: lamports,
      creatorLamports: lamports,
      feeLamports: lamports,
      excessLamports: lamports,
      /** Paid in a token instead: the lamports above are then the list price and its parts, and none of them moved. */
      token: z.strictObject({ mint: address, units: lamports, account: address }).optional(),
      /** Which of the calls that were paid for together this one is; absent when it was paid for alone. */
      call: z
        .strictObject({ number: z.int().min(1).max(MAX_CALLS), of: z.int().min(2).max(MAX_CALLS) })
        .optional(),
    }),
  }),
});

export type ReceiptStatement = z.infer<typeof receiptStatement>;

/** The skill and the version of the package that was run, as they were called then. */
export function runSkill({ subject: [{ name }] }: ReceiptStatement): { slug: string; version: string } {
  const [slug = "", version = ""] = name.replace(/^skill\//, "").split("@");
  return { slug, version };
}

type ReceiptVerdict =
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
