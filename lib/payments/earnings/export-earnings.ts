import { database } from "@/lib/db/client";
import { paymentState } from "@/lib/payments/settlement/payment-state";
import { selectPayments, type SettledPayment } from "@/lib/payments/earnings/repository";

const PAGE = 500;

const COLUMNS: Record<string, (payment: SettledPayment) => string> = {
  // So that spreadsheets take it for a time: they leave the T and Z of RFC 3339 a text.
  settled_at_utc: ({ settledAt }) => settledAt.toISOString().slice(0, 19).replace("T", " "),
  skill: ({ slug }) => slug,
  version: ({ version }) => version,
  calls: ({ calls }) => String(calls),
  creator_lamports: ({ creatorLamports }) => String(creatorLamports),
  fee_lamports: ({ feeLamports }) => String(feeLamports),
  excess_lamports: ({ excessLamports }) => String(excessLamports),
  payer: ({ payerAddress }) => payerAddress,
  payee: ({ payeeAddress }) => payeeAddress,
  transaction: ({ signature }) => signature,
  state: paymentState,
  token: ({ tokenMint }) => tokenMint ?? "",
  token_units: ({ tokenUnits }) => String(tokenUnits ?? ""),
  token_fee_units_owed: ({ tokenFeeUnits }) => String(tokenFeeUnits ?? ""),
};

/**
 * All payments to an account as CSV (RFC 4180), page by page, the newest first. Amounts are whole lamports, or smallest
 * units of a token.
 */
export async function* exportEarnings(accountId: string): AsyncGenerator<string, void> {
  yield toLine(Object.keys(COLUMNS));
  for (let before: string | null = null; ;) {
    const page: SettledPayment[] = await selectPayments(database(), accountId, { limit: PAGE, before });
    for (const payment of page) yield toLine(Object.values(COLUMNS).map((cell) => cell(payment)));
    before = page.at(-1)?.id ?? null;
    if (before === null || page.length < PAGE) return;
  }
}

const toLine = (cells: readonly string[]) => `${cells.map(toCell).join(",")}\r\n`;

/** Quoted where needed; a cell that a spreadsheet would take for a formula is made a text. */
function toCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
