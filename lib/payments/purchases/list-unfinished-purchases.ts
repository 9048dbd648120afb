import { database } from "@/lib/db/client";
import { listPurchases } from "@/lib/payments/purchases/list-purchases";
import { listSentPayments } from "@/lib/payments/purchases/repository";

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
