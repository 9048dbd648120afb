import { MarketError } from "./market-error";
import type { CallResult } from "./types";

export type Json = Record<string, unknown>;

/**
 * The result of a call from the market's answer. Throws MarketError, with RUN_FAILED for a run without an output,
 * OUTPUT_NOT_KEPT for one whose output is gone.
 */
export function toResult(answer: Json, paidLamports: bigint, quoteId: string | null): CallResult {
  const run = recordOf(answer, "run");
  if (run["state"] !== "DONE") {
    throw new MarketError("RUN_FAILED", `The run ended ${String(run["state"])}.`, 200, { run, quoteId });
  }
  if (typeof run["cleared_at"] === "string") {
    const message = "The call was made. Its output is no longer kept; its receipt has the digests.";
    throw new MarketError("OUTPUT_NOT_KEPT", message, 200, { run, quoteId });
  }
  const receiptId = typeof run["receipt_id"] === "string" ? run["receipt_id"] : null;
  return { output: run["output"], run, paidLamports, quoteId, receiptId };
}

export function textOf(record: Json, name: string): string {
  const value = record[name];
  if (typeof value === "string") return value;
  throw new MarketError("ANSWER_INVALID", `The market's answer has no ${name}.`);
}

export function recordOf(record: Json, name: string): Json {
  const value = record[name];
  if (typeof value === "object" && value !== null) return value as Json;
  throw new MarketError("ANSWER_INVALID", `The market's answer has no ${name}.`);
}
