import { DAY_MS, systemClock } from "@/lib/kernel/clock";
import { toCsv, toCsvTime, type CsvColumns } from "@/lib/kernel/csv";
import { database } from "@/lib/db/client";
import {
  selectPayments,
  sumByOrganisationSkill,
  sumBySkill,
  type SettledPayment,
  type SkillEarnings,
  sumByDay,
} from "@/lib/payments/payments-repository";
import { paymentState, type PaymentState } from "@/lib/payments/settlement/payment-status";
import { dayWindow, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";

export type Payment = SettledPayment & { state: PaymentState };

export interface Earnings {
  /** Received by the account's wallets, all time, in lamports. */
  creatorLamports: bigint;
  /** What the platform's treasury received in the same transactions. */
  feeLamports: bigint;
  calls: number;
  skills: SkillEarnings[];
  latest: Payment[];
}

const LATEST = 5;
const PAGE_SIZE = 50;
const WEEK_MS = 7 * DAY_MS;

/** What a creator has earned: in all, by skill, and the latest payments. The money itself is in the wallets already. */
export async function getEarnings(accountId: string): Promise<Earnings> {
  const [skills, latest] = await Promise.all([
    sumBySkill(database(), accountId),
    selectPayments(database(), accountId, { limit: LATEST }),
  ]);
  const sum = (of: (skill: SkillEarnings) => bigint) =>
    skills.reduce((total, skill) => total + of(skill), 0n);
  return {
    creatorLamports: sum((skill) => skill.creatorLamports),
    feeLamports: sum((skill) => skill.feeLamports),
    calls: skills.reduce((total, { calls }) => total + calls, 0),
    skills,
    latest: latest.map(withState),
  };
}

/** The latest payments alone. */
export async function listLatestPayments(accountId: string): Promise<Payment[]> {
  return (await selectPayments(database(), accountId, { limit: LATEST })).map(withState);
}

/** One page of all payments, the newest first; `before` is the id of the last one of the page before. */
export async function listPayments(
  accountId: string,
  before: string | null,
): Promise<{ payments: Payment[]; next: string | null }> {
  const rows = await selectPayments(database(), accountId, { limit: PAGE_SIZE, before });
  return {
    payments: rows.map(withState),
    next: rows.length === PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null,
  };
}

/**
 * Lamports that each skill brought to the account's wallets in the last seven days, and each skill of organisations
 * whose money it handles to theirs, by slug.
 */
export async function getEarningsOfWeek(accountId: string): Promise<Map<string, bigint>> {
  const since = new Date(systemClock.now().getTime() - WEEK_MS);
  const [skills, ofOrganisations] = await Promise.all([
    sumBySkill(database(), accountId, since),
    sumByOrganisationSkill(database(), accountId, since),
  ]);
  // The wallet of an organisation may be linked to a member's account: what it was paid counts once.
  return new Map([
    ...skills.map(({ slug, creatorLamports }) => [slug, creatorLamports] as const),
    ...ofOrganisations.map(({ slug, lamports }) => [slug, lamports] as const),
  ]);
}

/**
 * What each skill of an organisation has brought to its payee wallet, of all time, by slug; empty for an account that
 * does not handle its money.
 */
export async function getOrganisationEarnings(
  accountId: string,
  organisation: string,
): Promise<Map<string, bigint>> {
  const rows = await sumByOrganisationSkill(database(), accountId, new Date(0));
  const own = rows.filter((row) => row.organisation === organisation);
  return new Map(own.map(({ slug, lamports }) => [slug, lamports]));
}

const withState = (payment: SettledPayment): Payment => ({ ...payment, state: paymentState(payment) });

/**
 * Lamports that reached an account's wallets on each UTC day of a period and of the one before, without what vanished.
 */
export async function getDailyEarnings(accountId: string, period: Period): Promise<DailySeries<bigint>> {
  const window = dayWindow(period, systemClock.now());
  return toDailySeries(await sumByDay(database(), accountId, window), window, 0n);
}

const COLUMNS: CsvColumns<SettledPayment> = {
  settled_at_utc: ({ settledAt }) => toCsvTime(settledAt),
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

/** All payments to an account as CSV, the newest first. Amounts are whole lamports, or smallest units of a token. */
export const exportEarnings = (accountId: string): AsyncGenerator<string, void> =>
  toCsv(COLUMNS, (page) => selectPayments(database(), accountId, page));
