import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import {
  selectPayments,
  sumBySkill,
  type SettledPayment,
  type SkillEarnings,
} from "@/lib/payments/earnings/repository";
import { paymentState, type PaymentState } from "@/lib/payments/settlement/payment-state";

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

/** Lamports that each skill brought to the account's wallets in the last seven days, by slug. */
export async function getEarningsOfWeek(
  accountId: string,
  clock: Clock = systemClock,
): Promise<Map<string, bigint>> {
  const since = new Date(clock.now().getTime() - WEEK_MS);
  const skills = await sumBySkill(database(), accountId, since);
  return new Map(skills.map(({ slug, creatorLamports }) => [slug, creatorLamports]));
}

const withState = (payment: SettledPayment): Payment => ({ ...payment, state: paymentState(payment) });
