import { z } from "zod";
import { findSignatureBytes } from "@/lib/chain/solana/signature";
import { isSignedText } from "@/lib/chain/solana/off-chain-message";
import { digestJson, toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { parseJson } from "@/lib/kernel/json/parse-json";
import {
  IN_TOTO_PAYLOAD_TYPE,
  isEnvelope,
  preAuthEncoding,
  sealEnvelope,
  type DsseEnvelope,
} from "@/lib/log/attestation/dsse";
import { IN_TOTO_STATEMENT } from "@/lib/log/attestation/statement";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

const PREDICATE_TYPE = "urn:emporion:spending-limit:v1";

const MAX_AMOUNT = 2n ** 64n - 1n;
const MAX_SEQUENCE = 1_000_000;
export const MAX_SCOPES = 50;
/** For each one of a kind. */
export const EACH = "*";

export const SCOPE_KINDS = ["skill", "publisher", "organisation"] as const;
export const LEAST_AUDIT_STATES = ["Unverified", "Optimistic", "Audited"] as const;

const address = z.string().refine(isSolanaAddress, "expected a base58 address of 32 bytes");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const time = z.iso.datetime();
const amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,19})$/, { abort: true, error: "must be a whole number of lamports, as text" })
  .refine((digits) => BigInt(digits) <= MAX_AMOUNT, "must be at most 2^64-1");
const label = z.string().min(1).max(64);

const scope = z
  .strictObject({ kind: z.enum(SCOPE_KINDS), id: label, name: label, perDayLamports: amount })
  .refine(({ id, name }) => (id === EACH) === (name === EACH), "each one of a kind is called *");

/** The limits, as they are signed. Amounts are lamports, written as digits. */
const terms = {
  /** From this moment on nothing is paid from the wallet until another statement is signed; null for no end. */
  until: time.nullable(),
  /** What one call may cost. */
  perCallLamports: amount,
  /** What may leave the wallet in any 24 hours. */
  perDayLamports: amount,
  /** What of it may go to one skill, one publisher or one organisation; a named one stands instead of `*`. */
  scopes: z
    .array(scope)
    .max(MAX_SCOPES)
    .refine(
      (scopes) => new Set(scopes.map(({ kind, id }) => `${kind} ${id}`)).size === scopes.length,
      "one of each kind and id",
    ),
  leastAuditState: z.enum(LEAST_AUDIT_STATES),
  /** Above it an agent over MCP asks its person; null: never. */
  askAboveLamports: amount.nullable(),
};

const head = {
  /** The address of the market that keeps it; no other takes it. */
  market: z.url().max(300),
  payer: address,
  /** 1, 2, 3 … of this wallet. */
  sequence: z.int().min(1).max(MAX_SEQUENCE),
  /** Digest of the statement before; null for the first. */
  replaces: digest.nullable(),
  issuedAt: time,
};

const predicate = z
  .union([z.strictObject({ ...head, ...terms }), z.strictObject({ ...head, removed: z.literal(true) })])
  .refine(
    ({ sequence, replaces }) => (sequence === 1) === (replaces === null),
    "the first statement alone replaces none",
  );

/**
 * What a wallet signs about how much may be paid from it: an in-toto statement (v1) in DSSE whose subject is the predicate,
 * by the digest of its canonical JSON. Pure: clients read and compute it with this file too.
 */
const spendingStatement = z.strictObject({
  _type: z.literal(IN_TOTO_STATEMENT),
  subject: z.tuple([
    z.strictObject({
      name: z.string().max(100),
      digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    }),
  ]),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate,
});

export const spendingTerms = z.strictObject(terms);
/** The limits alone. */
export type SpendingTerms = z.infer<typeof spendingTerms>;
export type SpendingScope = SpendingTerms["scopes"][number];
export type ScopeKind = SpendingScope["kind"];
/** What a statement says: limits, or that there are none any more. */
export type SpendingPredicate = z.infer<typeof predicate>;

/** The limits of a statement; null for one that removes them. */
export const termsOf = (said: SpendingPredicate): SpendingTerms | null => ("removed" in said ? null : said);

/** The exact text of a statement: canonical JSON. Throws a `ZodError` for what no statement says. */
export function writeSpendingStatement(said: SpendingPredicate): string {
  return toCanonicalJson(
    spendingStatement.parse({
      _type: IN_TOTO_STATEMENT,
      subject: [subjectOf(said)],
      predicateType: PREDICATE_TYPE,
      predicate: said,
    }),
  );
}

const subjectOf = (said: SpendingPredicate) => ({
  name: `wallet/${said.payer}/spending-limit`,
  digest: { sha256: digestJson(said).replace(/^sha256:/, "") },
});

/** The bytes that the wallet signs for a text. */
export const bytesToSign = (text: string): Buffer => preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(text));

/** A text and the wallet's signature of its bytes in one envelope. */
export const sealSpendingStatement = (text: string, payer: string, signature: Uint8Array): DsseEnvelope =>
  sealEnvelope(Buffer.from(text), { payloadType: IN_TOTO_PAYLOAD_TYPE, signature, keyId: payer });

/** What a text says; null for one that is no such statement, or not in its canonical form. */
export function readSpendingStatement(text: string): SpendingPredicate | null {
  const read = spendingStatement.safeParse(parseJson(text));
  if (!read.success || toCanonicalJson(read.data) !== text) return null;
  const { predicate: said, subject } = read.data;
  return toCanonicalJson(subject[0]) === toCanonicalJson(subjectOf(said)) ? said : null;
}

/**
 * The text and meaning of an envelope that the wallet it speaks of has signed: the bytes of DSSE as they are, or in one
 * of the envelopes of hardware wallets. `unreadable` for anything that is no such statement, `bad_signature` for one
 * that its payer has not signed. Asks nobody.
 */
export function openSpendingStatement(
  envelope: unknown,
): { text: string; said: SpendingPredicate } | "unreadable" | "bad_signature" {
  if (!isEnvelope(envelope) || envelope.payloadType !== IN_TOTO_PAYLOAD_TYPE) return "unreadable";
  const payload = Buffer.from(envelope.payload, "base64");
  const text = payload.toString("utf8");
  const said = readSpendingStatement(text);
  if (said === null || !payload.equals(Buffer.from(text))) return "unreadable"; // bytes that are no UTF-8 read like others
  const signed = preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, payload);
  const valid = envelope.signatures.some(({ sig }) => {
    const signature = findSignatureBytes(sig);
    return signature !== null && isSignedText(said.payer, signed, signature);
  });
  return valid ? { text, said } : "bad_signature";
}
