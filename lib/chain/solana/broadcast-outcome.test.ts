import { expect, test } from "vitest";
import { classifyRefusal } from "@/lib/chain/solana/connection";

/** Sentences of Agave's RPC nodes, and others. */
test.each([
  [
    "Transaction simulation failed: This transaction has already been processed",
    "already_processed",
    undefined,
  ],
  ["Transaction simulation failed: Blockhash not found", "blockhash_not_found", undefined],
  ["Transaction signature verification failure", "refused", "bad_signature"],
  [
    "Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent",
    "refused",
    "account_below_rent_exemption",
  ],
  ["Transaction simulation failed: InsufficientFundsForRent", "refused", "account_below_rent_exemption"],
  [
    "Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.",
    "refused",
    "insufficient_funds",
  ],
  [
    "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1",
    "refused",
    "insufficient_funds",
  ],
  ["Transaction simulation failed: InsufficientFundsForFee", "refused", "insufficient_funds"],
  ["Transaction simulation failed: AccountNotFound", "refused", "insufficient_funds"],
  [
    "Transaction simulation failed: Error processing Instruction 0: custom program error: 0x10",
    "refused",
    "simulation_failed",
  ],
  ["Node is behind by 42 slots", "unknown", undefined],
  ["insufficient funds", "unknown", undefined],
  ["", "unknown", undefined],
])("%s", (message, outcome, reason) => {
  const found = classifyRefusal(message);
  expect([found.outcome, "reason" in found ? found.reason : undefined]).toEqual([outcome, reason]);
});

test("what is kept of a sentence is short", () => {
  const long = classifyRefusal(`simulation failed ${"x".repeat(1_000)}`);
  expect("detail" in long ? long.detail.length : 0).toBe(200);
});
