import { ApiProblem, MarketAway } from "@/components/run/api-problem";
import type { RunProblem } from "@/components/run/result/run-result";
import { isRefusal } from "@/components/wallet/is-refusal";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";

/** What the person is told about whatever was thrown on the way to an output. */
export function toProblem(error: unknown): RunProblem {
  if (error instanceof MarketAway) return { kind: "away" };
  if (error instanceof NotAsShown) return { kind: "notAsShown" };
  if (error instanceof ApiProblem)
    return {
      kind: "api",
      code: error.code,
      detail: error.message,
      reason: error.reason,
      retryAfterSeconds: error.retryAfterSeconds,
      errors: error.errors,
    };
  if (isRefusal(error)) return { kind: "refused" };
  return { kind: "failed", detail: error instanceof Error ? error.message : String(error) };
}
