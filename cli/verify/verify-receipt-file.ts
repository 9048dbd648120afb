import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { type ReceiptStatement, verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import type { CommandContext } from "../command";
import { readJson } from "../read-input";
import { readEnvelope, readPackageFacts, readPublicKey, type FileVerdict } from "./signed-file";

export interface ReceiptQuestion {
  file: string;
  /** Base58 key or PEM file. */
  key: string;
  /** Package the receipt should be for. */
  subject?: string | undefined;
  /** JSON files the digests are compared with. */
  input?: string | undefined;
  output?: string | undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  signature_invalid: "the signature was not made with this key over these bytes",
  not_a_receipt: "what is signed is not a receipt",
  not_canonical: "what is signed is not in canonical form",
  amounts_do_not_add_up: "the parts of the price do not add up to it",
};

/**
 * Verifies a receipt, and that it is about the package, input and output given.
 *
 * @throws InputError when a file cannot be read.
 */
export async function verifyReceiptFile(
  question: ReceiptQuestion,
  context: CommandContext,
): Promise<FileVerdict> {
  const key = await readPublicKey(question.key, context.cwd);
  const verdict = verifyReceipt(await readEnvelope(question.file, context), key);
  if (!verdict.ok) return { ok: false, reason: REASONS[verdict.reason] ?? verdict.reason };
  const { statement } = verdict;
  const mismatch = await findMismatch(statement, question, context);
  return mismatch === null
    ? { ok: true, statement, lines: describe(statement, key) }
    : { ok: false, reason: mismatch };
}

async function findMismatch(
  { subject, predicate }: ReceiptStatement,
  question: ReceiptQuestion,
  context: CommandContext,
): Promise<string | null> {
  if (question.subject !== undefined) {
    const { packageDigest: digest } = await readPackageFacts(question.subject, context.cwd);
    const signed = `sha256:${subject[0].digest.sha256}`;
    if (digest !== signed) return `it is for the package ${signed}, not ${digest}`;
  }
  for (const name of ["input", "output"] as const) {
    const file = question[name];
    if (file === undefined) continue;
    const { inputDigest, appliedInputDigest, outputDigest } = predicate.run;
    const signed = name === "input" ? inputDigest : outputDigest;
    const digest = digestJson((await readJson(file, context)) as JsonValue);
    // The input may be at hand as it was sent, or as the skill was given it.
    if (name === "input" && digest === appliedInputDigest) continue;
    if (digest !== signed) return `its ${name} has the digest ${signed}, not ${digest}`;
  }
  return null;
}

function describe({ subject, predicate }: ReceiptStatement, key: string): string[] {
  const { payment, run } = predicate;
  return [
    `verified: signed by ${key}`,
    `receipt      ${predicate.receiptId}, ${predicate.issuedAt}`,
    `skill        ${subject[0].name}`,
    `package      sha256:${subject[0].digest.sha256}`,
    `price        ${payment.priceLamports} lamports (${formatLamportsAsSol(BigInt(payment.priceLamports))} SOL)`,
    `payer        ${payment.payer}`,
    `payee        ${payment.payee}, ${payment.creatorLamports} lamports`,
    `fee          ${payment.feeLamports} lamports to ${payment.treasury}`,
    ...(payment.token
      ? [`paid         ${payment.token.units} units of ${payment.token.mint} instead of these lamports`]
      : []),
    `transaction  ${payment.transaction} (${payment.commitment})`,
    `chain        ${payment.genesisHash}`,
    `input        ${run.inputDigest}`,
    ...(run.appliedInputDigest === undefined
      ? []
      : [`applied      ${run.appliedInputDigest}, the input with the defaults of its schema`]),
    `output       ${run.outputDigest}`,
  ];
}
