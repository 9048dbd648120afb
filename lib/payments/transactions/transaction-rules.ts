import type { RejectionReason } from "@/lib/payments/transactions/rejection";
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "@/lib/chain/solana/address";
import { addressesOf, type Transaction } from "@/lib/chain/solana/transaction";

const KIB = 1024n;
const MICRO = 1_000_000n;
/** What a program of the network itself, and any other, may use where a message names no limit (SIMD-0170). */
const UNITS_OF_BUILTIN = 3_000n;
const UNITS_OF_PROGRAM = 200_000n;
const BUILTINS = new Set([SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM]);

type Asked = "heap" | "units" | "microLamports" | "loadedBytes";

/**
 * What a message can ask of the network: by the first byte of the instruction, which the amount follows. An amount that
 * the network refuses makes the payment fail, and its fee is lost.
 */
const COMPUTE_BUDGET: Readonly<Record<number, { asks: Asked; bytes: 4 | 8; may: (n: bigint) => boolean }>> = {
  1: { asks: "heap", bytes: 4, may: (n) => n >= 32n * KIB && n <= 256n * KIB && n % KIB === 0n },
  2: { asks: "units", bytes: 4, may: () => true },
  3: { asks: "microLamports", bytes: 8, may: () => true },
  4: { asks: "loadedBytes", bytes: 4, may: (n) => n > 0n },
};

/** How much of the network a payment may ask for. What it comes to is bounded for whoever pays it, not each factor. */
export interface ComputeBounds {
  asks: ReadonlySet<Asked>;
  units: bigint;
  microLamports: bigint;
  /** Of the priority fee, which is units times price. */
  lamports: bigint;
  /** Whether a price needs a limit beside it. */
  limited: boolean;
}

/** The payer's own wallet pays: as much as the network takes, at most 0.002 SOL. */
export const OWN_COMPUTE: ComputeBounds = {
  asks: new Set(["heap", "units", "microLamports", "loadedBytes"]),
  units: 1_400_000n,
  microLamports: 2n ** 64n - 1n,
  lamports: 2_000_000n,
  limited: false,
};

/** The market pays, so the signer does not decide what that may cost (x402, scheme `exact` of SVM, 2.2.1 and 3.1). */
export const SPONSORED_COMPUTE: ComputeBounds = {
  asks: new Set(["units", "microLamports"]),
  units: 400_000n,
  microLamports: 5_000_000n,
  lamports: 5_000n,
  limited: true,
};

/** One instruction of a compiled message, its accounts by address. */
export interface Instruction {
  program: string | undefined;
  accounts: (string | undefined)[];
  data: Uint8Array;
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

/** Throws a `Rejection` for a message that asks for the same twice, for anything else, or for more than `bounds`. */
export function assertComputeWithin(instructions: readonly Instruction[], bounds: ComputeBounds): void {
  const asked = new Map<Asked, bigint>();
  for (const { program, data } of instructions) {
    if (program !== COMPUTE_BUDGET_PROGRAM) continue;
    const rule = COMPUTE_BUDGET[data[0] ?? 0];
    if (rule === undefined || data.length !== 1 + rule.bytes)
      throw new Rejection("unexpected_compute_budget");
    const { asks, bytes, may } = rule;
    const view = viewOf(data);
    const amount = bytes === 4 ? BigInt(view.getUint32(1, true)) : view.getBigUint64(1, true);
    if (!may(amount) || !bounds.asks.has(asks) || asked.has(asks))
      throw new Rejection("unexpected_compute_budget");
    asked.set(asks, amount);
  }
  const price = asked.get("microLamports") ?? 0n;
  const limit = asked.get("units");
  if (limit !== undefined && limit > bounds.units) throw new Rejection("compute_limit_too_high");
  if (price > 0n && limit === undefined && bounds.limited) throw new Rejection("unexpected_compute_budget");
  const microLamports = price * (limit ?? unitsOf(instructions));
  if (price > bounds.microLamports || microLamports > bounds.lamports * MICRO)
    throw new Rejection("compute_price_too_high");
}

/** What the network reserves for a message that names no limit. */
function unitsOf(instructions: readonly Instruction[]): bigint {
  const sum = instructions.reduce(
    (units, { program = "" }) => units + (BUILTINS.has(program) ? UNITS_OF_BUILTIN : UNITS_OF_PROGRAM),
    0n,
  );
  return sum < OWN_COMPUTE.units ? sum : OWN_COMPUTE.units;
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
