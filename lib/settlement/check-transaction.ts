import type { VersionedTransaction } from "@solana/web3.js";
import type { PaymentTerms } from "@/lib/settlement/payment-terms";
import type { RejectionReason } from "@/lib/settlement/rejection-reasons";
import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from "@/lib/solana/programs";

/**
 * `strict` before anything is broadcast: exact amounts, reference present. `landed` for money that has already moved: an
 * excess is accepted and recorded, and the memo alone is enough to bind the payment to its quote.
 */
export type CheckMode = "strict" | "landed";

export type TransactionVerdict =
  { ok: true; excessLamports: bigint } | { ok: false; reason: RejectionReason };

const KNOWN_PROGRAMS = new Set([SYSTEM_PROGRAM, MEMO_PROGRAM, COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM]);
const SYSTEM_TRANSFER = 2;
const SYSTEM_ADVANCE_NONCE = 4;
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const MAX_COMPUTE_UNITS = 400_000;
const MAX_MICRO_LAMPORTS_PER_UNIT = 5_000_000n; // at most 0.002 SOL of priority fee, paid by the buyer's wallet
const MAX_COMPUTE_BUDGET_INSTRUCTIONS = 2;

interface Instruction {
  program: string | undefined;
  accounts: (string | undefined)[];
  data: Uint8Array;
}

interface ExpectedTransfer {
  to: string;
  lamports: bigint;
  reference: string | null;
}

/** A refusal, thrown inside this file only, so that each rule reads as one line. */
class Rejection extends Error {
  constructor(readonly reason: RejectionReason) {
    super(reason);
  }
}

/**
 * Judges one decoded transaction against the terms of one quote, from its compiled message alone. Whatever is not expressly
 * allowed is refused. Pure: the signature, the blockhash and the outcome on the chain are checked by `submitPayment` and
 * `checkOutcome`.
 */
export function checkTransaction(
  transaction: VersionedTransaction,
  terms: PaymentTerms,
  mode: CheckMode,
): TransactionVerdict {
  try {
    assertPlainMessage(transaction, terms.payerAddress);
    if (terms.payerAddress === terms.payeeAddress) throw new Rejection("payer_is_payee");
    const instructions = readInstructions(transaction);
    assertOnlyKnownPrograms(instructions);
    assertComputeBudget(instructions.filter((each) => each.program === COMPUTE_BUDGET_PROGRAM));
    assertMemo(
      instructions.filter((each) => each.program === MEMO_PROGRAM),
      terms.memo,
    );
    const transfers = instructions.filter((each) => each.program === SYSTEM_PROGRAM);
    return { ok: true, excessLamports: checkTransfers(transfers, terms, mode) };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, reason: error.reason };
    throw error;
  }
}

function assertPlainMessage({ version, message }: VersionedTransaction, payerAddress: string): void {
  if (version !== "legacy" && version !== 0) throw new Rejection("unsupported_version");
  if (message.addressTableLookups.length > 0) throw new Rejection("lookup_tables_not_allowed");
  if (message.staticAccountKeys[0]?.toBase58() !== payerAddress) throw new Rejection("wrong_payer");
  if (message.header.numRequiredSignatures !== 1) throw new Rejection("extra_signers");
}

function readInstructions({ message }: VersionedTransaction): Instruction[] {
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  return message.compiledInstructions.map((each) => ({
    program: keys[each.programIdIndex],
    accounts: each.accountKeyIndexes.map((index) => keys[index]),
    data: each.data,
  }));
}

function assertOnlyKnownPrograms(instructions: readonly Instruction[]): void {
  const foreign = instructions.some(({ program }) => program === undefined || !KNOWN_PROGRAMS.has(program));
  if (foreign) throw new Rejection("unexpected_program");
}

function assertComputeBudget(instructions: readonly Instruction[]): void {
  if (instructions.length > MAX_COMPUTE_BUDGET_INSTRUCTIONS) throw new Rejection("unexpected_compute_budget");
  for (const { data } of instructions) {
    const view = viewOf(data);
    if (data[0] === SET_COMPUTE_UNIT_LIMIT && data.length === 5) {
      if (view.getUint32(1, true) > MAX_COMPUTE_UNITS) throw new Rejection("compute_limit_too_high");
    } else if (data[0] === SET_COMPUTE_UNIT_PRICE && data.length === 9) {
      if (view.getBigUint64(1, true) > MAX_MICRO_LAMPORTS_PER_UNIT)
        throw new Rejection("compute_price_too_high");
    } else {
      throw new Rejection("unexpected_compute_budget");
    }
  }
}

function assertMemo(memos: readonly Instruction[], memo: string): void {
  const expected = new TextEncoder().encode(memo);
  const [only, ...others] = memos;
  const same = only?.data.length === expected.length && expected.every((byte, i) => byte === only.data[i]);
  if (!same || others.length > 0) throw new Rejection("memo_mismatch");
}

/** Matches each transfer with one that is owed, and returns the excess over what is owed. */
function checkTransfers(transfers: readonly Instruction[], terms: PaymentTerms, mode: CheckMode): bigint {
  const owed: ExpectedTransfer[] = [
    { to: terms.payeeAddress, lamports: terms.creatorLamports, reference: terms.reference },
  ];
  if (terms.feeLamports > 0n)
    owed.push({ to: terms.treasuryAddress, lamports: terms.feeLamports, reference: null });
  let excessLamports = 0n;
  for (const transfer of transfers) {
    const lamports = readTransfer(transfer, terms.payerAddress);
    const expected = takeExpected(owed, transfer.accounts[1], lamports);
    if (lamports < expected.lamports) throw new Rejection("underpaid");
    if (lamports > expected.lamports && mode === "strict") throw new Rejection("overpaid");
    const referenced = expected.reference === null || transfer.accounts.slice(2).includes(expected.reference);
    if (!referenced && mode === "strict") throw new Rejection("missing_reference");
    excessLamports += lamports - expected.lamports;
  }
  if (owed.length > 0) throw new Rejection("missing_transfer");
  return excessLamports;
}

function readTransfer({ accounts, data }: Instruction, payerAddress: string): bigint {
  const view = viewOf(data);
  const kind = data.length >= 4 ? view.getUint32(0, true) : -1;
  if (kind === SYSTEM_ADVANCE_NONCE) throw new Rejection("durable_nonce_not_allowed");
  if (kind !== SYSTEM_TRANSFER || data.length !== 12) throw new Rejection("unexpected_system_instruction");
  if (accounts[0] !== payerAddress) throw new Rejection("wrong_source");
  return view.getBigUint64(4, true);
}

/** Takes the owed transfer to this recipient; the one of equal amount first, for a creator who is also the treasury. */
function takeExpected(owed: ExpectedTransfer[], to: string | undefined, lamports: bigint): ExpectedTransfer {
  const exact = owed.findIndex((each) => each.to === to && each.lamports === lamports);
  const index = exact >= 0 ? exact : owed.findIndex((each) => each.to === to);
  const [taken] = index >= 0 ? owed.splice(index, 1) : [];
  if (!taken) throw new Rejection("unexpected_recipient");
  return taken;
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
