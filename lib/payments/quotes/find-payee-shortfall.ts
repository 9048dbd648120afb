import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { splitPrice } from "@/lib/payments/quotes/split-price";
import { isDomainError } from "@/lib/kernel/errors";

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
export async function hintPayee(
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
