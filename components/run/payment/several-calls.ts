import { ApiProblem } from "@/components/run/api-problem";
import { makePaidCall, type RunView } from "@/components/run/market-api";
import { callsLeft, nextCall } from "@/components/run/payment/count-calls";
import type { Purchase } from "@/components/run/payment/signed-purchase";

type Input = Record<string, unknown>;

/** A run may be under way in another tab, or its answer was lost: then nobody knows yet whether the call was used. */
const OUTCOME_UNKNOWN = new Set(["RUN_IN_PROGRESS", "INTERNAL"]);

/** What is left to keep once a call was made; null when it was the last one. */
function afterCall(purchase: Purchase): Purchase | null {
  const { begun: _answered, written: _used, ...kept } = purchase;
  const rest = { ...kept, made: nextCall(purchase) };
  return callsLeft(rest) > 0 ? rest : null;
}

/**
 * Makes the next of several paid calls. Its input is kept before it is sent, so that a page that is closed meanwhile
 * repeats this very call and gets its result, instead of using up another. A call that was used elsewhere is passed
 * over. Throws what the API refuses; a refused input uses nothing up.
 */
export async function makeNextCall(
  purchase: Purchase,
  input: Input,
  keep: (purchase: Purchase | null) => void,
): Promise<RunView> {
  const sent = purchase.begun ?? input;
  const begun = { ...purchase, begun: sent };
  keep(begun);
  try {
    const { run } = await makePaidCall(purchase.quote.id, {
      number: nextCall(purchase),
      input: sent,
      accessToken: purchase.accessToken,
    });
    keep(run.state === "DONE" ? afterCall(begun) : withoutInput(begun));
    return run;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "GRANT_ALREADY_CONSUMED") {
      const rest = afterCall(begun);
      keep(rest);
      if (rest) return makeNextCall(rest, input, keep);
    } else if (!OUTCOME_UNKNOWN.has(error.code)) keep(withoutInput(begun));
    throw error;
  }
}

/** The call is free again, and the next try may bring another input. */
function withoutInput({ begun: _refused, ...kept }: Purchase): Purchase {
  return kept;
}
