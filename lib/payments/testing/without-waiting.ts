import { SETTLEMENT_DEFAULTS } from "@/lib/payments/settlement/settlement-context";

/** Does `work` while this process answers at once that a payment is under way when it does not see it. */
export async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
  const { waitMs } = SETTLEMENT_DEFAULTS;
  SETTLEMENT_DEFAULTS.waitMs = 0;
  try {
    return await work();
  } finally {
    SETTLEMENT_DEFAULTS.waitMs = waitMs;
  }
}
