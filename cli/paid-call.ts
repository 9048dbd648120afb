import type { PaidCall } from "@/client";
import { UsageError } from "./command";

/** A paid call as one word, for the option `--paid`. */
export const writePaidCall = (paid: PaidCall) => Buffer.from(JSON.stringify(paid)).toString("base64url");

/** @throws UsageError for a word that `writePaidCall` did not give. */
export function readPaidCall(word: string): PaidCall {
  const { quoteId, accessToken, transaction } = parse(word);
  if (typeof quoteId === "string" && typeof accessToken === "string" && typeof transaction === "string")
    return { quoteId, accessToken, transaction };
  throw new UsageError("--paid takes what an earlier call has told");
}

function parse(word: string): Partial<Record<keyof PaidCall, unknown>> {
  try {
    return (JSON.parse(Buffer.from(word, "base64url").toString("utf8")) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
