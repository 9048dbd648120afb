import { systemClock } from "@/lib/kernel/clock";
import { keepForAWhile } from "@/lib/kernel/keep-for-a-while";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { hintPayee, type PayeeHint } from "@/lib/payments/quotes/find-payee-shortfall";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";

/** A page is not held up longer by a slow node. */
const PATIENCE_MS = 1_500;

// A wallet that lacks something is asked about anew each time: whoever fills it sees it at once.
const kept = keepForAWhile<PayeeHint | null>({
  keepMs: 10_000,
  most: 500,
  worthKeeping: (hint) => hint === null || hint.missingLamports === null,
});

/**
 * `hintPayee` for pages that anybody may open: kept for ten seconds in this process, and null also for a node that is
 * slow.
 */
export function keepPayeeHint(payeeAddress: string, priceLamports: bigint): Promise<PayeeHint | null> {
  return kept(`${payeeAddress} ${priceLamports}`, systemClock.now(), () =>
    withTimeout(
      hintPayee({ payeeAddress, priceLamports }, currentSettlement()),
      PATIENCE_MS,
      () => new Error("slow"),
    ).catch(() => null),
  );
}
