import { expect, test } from "vitest";
import {
  assertComputeWithin,
  OWN_COMPUTE,
  Rejection,
  SPONSORED_COMPUTE,
  type ComputeBounds,
  type Instruction,
} from "@/lib/payments/transactions/transaction-rules";
import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from "@/lib/chain/solana/address";

/** An instruction of the Compute Budget program, with an amount behind its code. */
function asks(code: number, amount: bigint, bytes: 4 | 8 = 4): Instruction {
  const data = Buffer.alloc(1 + bytes);
  data[0] = code;
  if (bytes === 4) data.writeUInt32LE(Number(amount), 1);
  else data.writeBigUInt64LE(amount, 1);
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data };
}
const of = (program: string): Instruction => ({ program, accounts: [], data: Buffer.alloc(0) });
const heap = (kib: bigint, more = 0n) => asks(1, kib * 1024n + more);
const units = (limit: bigint) => asks(2, limit);
const price = (microLamports: bigint) => asks(3, microLamports, 8);
const loaded = (bytes: bigint) => asks(4, bytes);
const PAYMENT = [of(SYSTEM_PROGRAM), of(MEMO_PROGRAM), of(SYSTEM_PROGRAM)];
const MOST = 2n ** 64n - 1n;
/** With the default of the network: two transfers, a memo, and the instruction that names the price. */
const DEFAULT_UNITS = 209_000n;

const [limit, dear, odd] = [
  "compute_limit_too_high",
  "compute_price_too_high",
  "unexpected_compute_budget",
] as const;

test.each<[string, ComputeBounds, Instruction[], string | null]>([
  ["nothing", OWN_COMPUTE, [], null],
  ["nothing, where the market pays", SPONSORED_COMPUTE, [], null],
  ["each once", OWN_COMPUTE, [heap(64n), units(30_000n), price(1_000n), loaded(65_536n)], null],
  ["each once, in another order", OWN_COMPUTE, [loaded(1n), price(1n), units(1n), heap(32n)], null],
  ["the smallest heap", OWN_COMPUTE, [heap(32n)], null],
  ["a smaller heap", OWN_COMPUTE, [heap(31n)], odd],
  ["the largest heap", OWN_COMPUTE, [heap(256n)], null],
  ["a larger heap", OWN_COMPUTE, [heap(257n)], odd],
  ["a heap of no whole KiB", OWN_COMPUTE, [heap(64n, 1n)], odd],
  ["one byte of loaded accounts", OWN_COMPUTE, [loaded(1n)], null],
  ["no byte of loaded accounts", OWN_COMPUTE, [loaded(0n)], odd],
  ["a heap, where the market pays", SPONSORED_COMPUTE, [heap(64n)], odd],
  ["loaded accounts, where the market pays", SPONSORED_COMPUTE, [loaded(65_536n)], odd],
  ["all units of the network", OWN_COMPUTE, [units(1_400_000n)], null],
  ["more units than the network has", OWN_COMPUTE, [units(1_400_001n)], limit],
  ["the most units, where the market pays", SPONSORED_COMPUTE, [units(400_000n)], null],
  ["more units, where the market pays", SPONSORED_COMPUTE, [units(400_001n)], limit],
  ["no unit at any price", OWN_COMPUTE, [units(0n), price(MOST)], null],
  ["the highest fee, by price", OWN_COMPUTE, [units(200_000n), price(10_000_000n)], null],
  ["one more, by price", OWN_COMPUTE, [units(200_000n), price(10_000_001n)], dear],
  ["the highest fee, by units", OWN_COMPUTE, [units(1_000_000n), price(2_000_000n)], null],
  ["one more, by units", OWN_COMPUTE, [units(1_000_001n), price(2_000_000n)], dear],
  ["a fee beyond 2^64", OWN_COMPUTE, [units(1_400_000n), price(MOST)], dear],
  ["a price alone", OWN_COMPUTE, [price(2_000_000_000_000n / DEFAULT_UNITS)], null],
  ["a higher price alone", OWN_COMPUTE, [price(2_000_000_000_000n / DEFAULT_UNITS + 1n)], dear],
  ["a price, and as many guards as a packet holds", OWN_COMPUTE, [price(1_428_571n), ...guards(9)], null],
  ["a higher one", OWN_COMPUTE, [price(1_428_572n), ...guards(9)], dear],
  ["a price alone, where the market pays", SPONSORED_COMPUTE, [price(1n)], odd],
  ["no price, where the market pays", SPONSORED_COMPUTE, [price(0n)], null],
  ["the highest fee, where the market pays", SPONSORED_COMPUTE, [units(1_000n), price(5_000_000n)], null],
  ["one more, where the market pays", SPONSORED_COMPUTE, [units(1_001n), price(5_000_000n)], dear],
  ["a higher price for less, where the market pays", SPONSORED_COMPUTE, [units(1n), price(5_000_001n)], dear],
  ["two limits", OWN_COMPUTE, [units(1n), units(1n)], odd],
  ["two limits of nothing", OWN_COMPUTE, [units(0n), units(0n)], odd],
  ["two prices", OWN_COMPUTE, [price(1n), price(1n)], odd],
  ["two heaps", OWN_COMPUTE, [heap(32n), heap(32n)], odd],
  ["two of loaded accounts", OWN_COMPUTE, [loaded(1n), loaded(1n)], odd],
  ["the old request for units", OWN_COMPUTE, [asks(0, 1n, 8)], odd],
  ["an unknown one", OWN_COMPUTE, [asks(5, 1n)], odd],
  ["a limit of eight bytes", OWN_COMPUTE, [asks(2, 1n, 8)], odd],
  ["a price of four bytes", OWN_COMPUTE, [asks(3, 1n)], odd],
  ["no byte", OWN_COMPUTE, [of(COMPUTE_BUDGET_PROGRAM)], odd],
])("what a message may ask of the network: %s", (_, bounds, asked, reason) => {
  const judge = () => assertComputeWithin([...asked, ...PAYMENT], bounds);
  if (reason === null) expect(judge).not.toThrow();
  else expect(judge).toThrow(new Rejection(reason as Rejection["reason"]));
});

function guards(count: number): Instruction[] {
  return Array.from({ length: count }, () => of(LIGHTHOUSE_PROGRAM));
}
