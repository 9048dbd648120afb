import { database } from "@/lib/db/client";
import { paymentState, type PaymentState } from "@/lib/payments/settlement/payment-status";
import { listPaidPurchases, type PaidPurchase, listSentPayments } from "@/lib/payments/payments-repository";

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

/** What an account's wallet pays or has paid for, and has not got in full. */
export interface UnfinishedPurchase {
  quoteId: string;
  slug: string;
  version: string;
  /** `sent`: signed, and not seen on the chain yet; `paid`: calls are left; `running`: one of them is being made. */
  step: "sent" | "paid" | "running";
  calls: number;
  callsMade: number;
  since: Date;
}

/**
 * Payments of an account's wallets that are on their way, and calls they paid for that were not made yet, the newest
 * first: of each at most one page, so that old ones, which the list of purchases has, cost nothing here.
 */
export async function listUnfinishedPurchases(accountId: string): Promise<UnfinishedPurchase[]> {
  const [sent, { purchases }] = await Promise.all([
    listSentPayments(database(), accountId),
    listPurchases(accountId, null),
  ]);
  const paid = purchases.filter(
    ({ rail, calls, callsMade, state }) => rail === "wallet" && callsMade < calls && state !== "vanished",
  );
  return [
    ...sent.map((payment) => ({ ...payment, step: "sent" as const, callsMade: 0 })),
    ...paid.map(({ quoteId, slug, version, calls, callsMade, isRunning, settledAt }) => ({
      quoteId,
      slug,
      version,
      step: isRunning ? ("running" as const) : ("paid" as const),
      calls,
      callsMade,
      since: settledAt,
    })),
  ];
}
