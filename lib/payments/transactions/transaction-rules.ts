import type { RejectionReason } from "@/lib/payments/transactions/rejection";
import { addressesOf, type Transaction } from "@/lib/chain/solana/transaction";

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const MAX_COMPUTE_UNITS = 400_000;
const MAX_MICRO_LAMPORTS_PER_UNIT = 5_000_000n; // at most 0.002 SOL of priority fee, paid by the buyer's wallet
const MAX_COMPUTE_BUDGET_INSTRUCTIONS = 2;

/** One instruction of a compiled message, its accounts by address. */
export interface Instruction {
  program: string | undefined;
  accounts: (string | undefined)[];
  data: Uint8Array;
}

/** What a message asks of the network beyond the price of its signatures. */
interface ComputeBudget {
  /** Null where the message names no limit, and the network's own applies. */
  units: number | null;
  microLamportsPerUnit: bigint;
}

/** A refusal, thrown among the rules only, so that each of them reads as one line. */
export class Rejection extends Error {
  constructor(readonly reason: RejectionReason) {
    super(reason);
  }
}

/** A message that writes out all its accounts; throws a `Rejection` for any other. */
export function assertPlainMessage({ lookupTables }: Transaction): void {
  if (lookupTables > 0) throw new Rejection("lookup_tables_not_allowed");
}

export function readInstructions(transaction: Transaction): Instruction[] {
  const keys = addressesOf(transaction);
  return transaction.instructions.map((each) => ({
    program: keys[each.programIndex],
    accounts: each.accountIndexes.map((index) => keys[index]),
    data: each.data,
  }));
}

/** Throws a `Rejection` when any instruction is of a program that is not in `known`. */
export function assertOnlyPrograms(instructions: readonly Instruction[], known: ReadonlySet<string>): void {
  const foreign = instructions.some(({ program }) => program === undefined || !known.has(program));
  if (foreign) throw new Rejection("unexpected_program");
}

/** Reads what is asked of the network; throws a `Rejection` for anything but one limit and one price within bounds. */
export function readComputeBudget(instructions: readonly Instruction[]): ComputeBudget {
  if (instructions.length > MAX_COMPUTE_BUDGET_INSTRUCTIONS) throw new Rejection("unexpected_compute_budget");
  const budget: ComputeBudget = { units: null, microLamportsPerUnit: 0n };
  for (const { data } of instructions) {
    const view = viewOf(data);
    if (data[0] === SET_COMPUTE_UNIT_LIMIT && data.length === 5) {
      budget.units = view.getUint32(1, true);
      if (budget.units > MAX_COMPUTE_UNITS) throw new Rejection("compute_limit_too_high");
    } else if (data[0] === SET_COMPUTE_UNIT_PRICE && data.length === 9) {
      budget.microLamportsPerUnit = view.getBigUint64(1, true);
      if (budget.microLamportsPerUnit > MAX_MICRO_LAMPORTS_PER_UNIT)
        throw new Rejection("compute_price_too_high");
    } else {
      throw new Rejection("unexpected_compute_budget");
    }
  }
  return budget;
}

/** Exactly one memo with exactly this text; throws a `Rejection` otherwise. */
export function assertMemo(memos: readonly Instruction[], memo: string): void {
  const expected = new TextEncoder().encode(memo);
  const [only, ...others] = memos;
  const same = only?.data.length === expected.length && expected.every((byte, i) => byte === only.data[i]);
  if (!same || others.length > 0) throw new Rejection("memo_mismatch");
}

export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
