import { database } from "@/lib/db/client";
import { paymentState, type PaymentState } from "@/lib/payments/settlement/payment-state";
import { listPaidPurchases, type PaidPurchase } from "@/lib/payments/purchases/repository";

export type Purchase = PaidPurchase & { state: PaymentState };

const PAGE_SIZE = 50;

/**
 * One page of what an account's wallets have paid for, the newest first, each with the receipt of its first call, so
 * that a buyer finds it again on another machine. `before` is the id of the last one of the page before.
 */
export async function listPurchases(
  accountId: string,
  before: string | null,
): Promise<{ purchases: Purchase[]; next: string | null }> {
  const rows = await listPaidPurchases(database(), accountId, { limit: PAGE_SIZE, before });
  return {
    purchases: rows.map((row) => ({ ...row, state: paymentState(row) })),
    next: rows.length === PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null,
  };
}
