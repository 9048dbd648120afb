import { type SettlementContext, currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { splitPrice } from "@/lib/payments/quotes/payment-terms";
import { isDomainError } from "@/lib/kernel/errors";
import { systemClock } from "@/lib/kernel/clock";
import { cacheFor } from "@/lib/kernel/memoize";
import { withTimeout } from "@/lib/kernel/with-timeout";

/** What can be told about a payee before a quote. */
export interface PayeeHint {
  /** What the wallet lacks for one call to be paid; null for nothing. */
  missingLamports: bigint | null;
  /** What it is paid of one call. */
  creatorLamports: bigint;
  /** What an account must hold, unless it holds nothing. */
  leastLamports: bigint;
}

/**
 * Lamports that a creator's wallet lacks for a payment of this price to be possible: no account may hold less than rent
 * exemption asks, so an empty wallet cannot take a small price. Null when nothing is lacking, and when the ledger does
 * not answer.
 */
export async function findPayeeShortfall(
  price: { payeeAddress: string; priceLamports: bigint },
  context: Pick<SettlementContext, "config" | "connection">,
): Promise<bigint | null> {
  return (await hintPayee(price, context))?.missingLamports ?? null;
}

/**
 * Whether the wallet can be paid this price now. Null when the ledger does not answer, since this is a hint and every
 * quote looks for itself (`assertPayable`).
 */
async function hintPayee(
  { payeeAddress, priceLamports }: { payeeAddress: string; priceLamports: bigint },
  { config, connection }: Pick<SettlementContext, "config" | "connection">,
): Promise<PayeeHint | null> {
  try {
    const [[held = 0n], least] = await Promise.all([
      connection.balances([payeeAddress]),
      connection.rentExemptMinimumLamports(),
    ]);
    const { creatorLamports } = splitPrice(priceLamports, config.feeBasisPoints);
    const missing = least - held - creatorLamports;
    return { missingLamports: missing > 0n ? missing : null, creatorLamports, leastLamports: least };
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return null;
    throw error;
  }
}

/** A page is not held up longer by a slow node. */
const PATIENCE_MS = 1_500;

// A wallet that lacks something is asked about anew each time: whoever fills it sees it at once.
const kept = cacheFor<PayeeHint | null>({
  cacheMs: 10_000,
  most: 500,
  worthCaching: (hint) => hint === null || hint.missingLamports === null,
});

/**
 * `hintPayee` for pages that anybody may open: kept for ten seconds in this process, and null also for a node that is
 * slow.
 */
export function cachedPayeeHint(payeeAddress: string, priceLamports: bigint): Promise<PayeeHint | null> {
  return kept(`${payeeAddress} ${priceLamports}`, systemClock.now(), () =>
    withTimeout(
      hintPayee({ payeeAddress, priceLamports }, currentSettlement()),
      PATIENCE_MS,
      () => new Error("slow"),
    ).catch(() => null),
  );
}
