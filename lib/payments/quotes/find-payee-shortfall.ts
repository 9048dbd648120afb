import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { splitPrice } from "@/lib/payments/quotes/split-price";
import { isDomainError } from "@/lib/kernel/errors";

/**
 * Lamports that a creator's wallet lacks for a payment of this price to be possible: no account may hold less than rent
 * exemption asks, so an empty wallet cannot take a small price. Null when nothing is lacking, and when the ledger does
 * not answer, since this is a hint and every quote looks for itself (`assertPayable`).
 */
export async function findPayeeShortfall(
  { payeeAddress, priceLamports }: { payeeAddress: string; priceLamports: bigint },
  { config, connection }: Pick<SettlementContext, "config" | "connection">,
): Promise<bigint | null> {
  try {
    const [[held = 0n], least] = await Promise.all([
      connection.balances([payeeAddress]),
      connection.rentExemptMinimumLamports(),
    ]);
    const { creatorLamports } = splitPrice(priceLamports, config.feeBasisPoints);
    const missing = least - held - creatorLamports;
    return missing > 0n ? missing : null;
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return null;
    throw error;
  }
}
