import type { Labels } from "@/lib/platform/i18n/labels";
import { ApiProblem } from "@/components/run/api-problem";
import { MarketAway } from "@/components/run/market-away";
import { isRefusal } from "@/components/wallet/is-refusal";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";

/** The chain has not said in time what became of a transaction. */
export class LedgerLate extends Error {}

/** Why a deposit was not locked or moved, in the language of its page; what has no sentence is told by its name. */
export function bondProblem(
  error: unknown,
  labels: Labels<"bond.desk">,
  refusals: Readonly<Record<string, string>>,
): string {
  if (error instanceof MarketAway) return labels.away;
  if (error instanceof LedgerLate) return labels.late;
  if (error instanceof NotAsShown) return labels.notAsShown;
  if (error instanceof ApiProblem) {
    const known = refusals[error.reason ?? ""] ?? refusals[error.code];
    return known ?? `${labels.stays} ${error.reason ?? error.code}`;
  }
  return isRefusal(error) ? labels.refused : labels.stays;
}
