import { TransactionNotShown } from "@/lib/audits/bond/vault/vault-history";
import { logger } from "@/lib/kernel/observability/logger";

/**
 * What a look at one deposit comes to; null where the node names a final transaction of its vault and does not show it.
 * Then nothing is decided about this deposit, however often it is asked, and the others are looked at all the same.
 */
export async function unlessNotShown<T>(vaultAddress: string, look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof TransactionNotShown)) throw error;
    logger.warn(
      { vaultAddress, transaction: error.signature },
      "the node names a final transaction and does not show it: the deposit stays as it was last seen",
    );
    return null;
  }
}
