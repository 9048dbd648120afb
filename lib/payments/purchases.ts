import { database } from "@/lib/db/client";
import { paymentState, type PaymentState } from "@/lib/payments/settlement/payment-status";
import {
  findPaidPurchase,
  listPaidPurchases,
  listSentPayments,
  sumSpendingBy,
  sumSpendingByDay,
  type PaidPurchase,
  type SpendingPart,
} from "@/lib/payments/purchases-repository";
import { isTransactionSignature } from "@/lib/chain/solana/address";
import { systemClock } from "@/lib/kernel/clock";
import { toCsv, toCsvTime, type CsvColumns } from "@/lib/kernel/csv";
import { dayWindow, daysOf, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";

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

/** The payment from an account's wallets that is a transaction, by its signature; null for any other text. */
export async function findPurchase(accountId: string, signature: string): Promise<Purchase | null> {
  if (!isTransactionSignature(signature)) return null;
  const row = await findPaidPurchase(database(), accountId, signature);
  return row && { ...row, state: paymentState(row) };
}

/** What an account's wallets have paid in a period: by day, with the one before, and of it by skill and by key. */
export interface Spending {
  /** The days of the period as ISO dates, oldest first. */
  days: string[];
  /** Of a token that was paid, at the ratio of its quote. What vanished from the chain is not among them. */
  lamports: DailySeries<bigint>;
  skills: SpendingPart[];
  keys: SpendingPart[];
}

const MOST_PARTS = 20;

export async function getSpendingOfPeriod(accountId: string, period: Period): Promise<Spending> {
  const window = dayWindow(period, systemClock.now());
  const since = { accountId, since: window.start, limit: MOST_PARTS };
  const [byDay, skills, keys] = await Promise.all([
    sumSpendingByDay(database(), accountId, window),
    sumSpendingBy(database(), "skill", since),
    sumSpendingBy(database(), "key", since),
  ]);
  return { days: daysOf(window), lamports: toDailySeries(byDay, window, 0n), skills, keys };
}

const COLUMNS: CsvColumns<PaidPurchase> = {
  settled_at_utc: ({ settledAt }) => toCsvTime(settledAt),
  skill: ({ slug }) => slug,
  version: ({ version }) => version,
  calls: ({ calls }) => String(calls),
  calls_made: ({ callsMade }) => String(callsMade),
  paid_lamports: ({ paidLamports }) => String(paidLamports),
  token: ({ tokenMint }) => tokenMint ?? "",
  token_units: ({ tokenUnits }) => String(tokenUnits ?? ""),
  payer: ({ payerAddress }) => payerAddress,
  payee: ({ payeeAddress }) => payeeAddress,
  key: ({ keyPrefix }) => keyPrefix ?? "",
  key_name: ({ keyName }) => keyName ?? "",
  transaction: ({ signature }) => signature,
  state: paymentState,
  receipt: ({ receiptId }) => receiptId ?? "",
};

/**
 * All payments from an account's wallets as CSV, the newest first. Amounts are whole lamports, or smallest units of a
 * token, for which no lamports moved.
 */
export const exportPurchases = (accountId: string): AsyncGenerator<string, void> =>
  toCsv(COLUMNS, (page) => listPaidPurchases(database(), accountId, page));

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
