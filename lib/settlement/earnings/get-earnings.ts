import { database } from "@/lib/db/client";
import {
  listPayments,
  sumBySkill,
  type SettledPayment,
  type SkillEarnings,
} from "@/lib/settlement/earnings/repository";

export type PaymentState = "confirmed" | "final" | "vanished";

export interface Earnings {
  /** Received by the account's wallets, all time, in lamports. */
  creatorLamports: bigint;
  /** What the platform's treasury received in the same transactions. */
  feeLamports: bigint;
  calls: number;
  skills: SkillEarnings[];
  latest: (SettledPayment & { state: PaymentState })[];
}

const LATEST = 10;

/** What a creator has earned: in all, by skill, and the latest payments. The money itself is in the wallets already. */
export async function getEarnings(accountId: string): Promise<Earnings> {
  const [skills, latest] = await Promise.all([
    sumBySkill(database(), accountId),
    listPayments(database(), accountId, { limit: LATEST }),
  ]);
  const sum = (of: (skill: SkillEarnings) => bigint) =>
    skills.reduce((total, skill) => total + of(skill), 0n);
  return {
    creatorLamports: sum((skill) => skill.creatorLamports),
    feeLamports: sum((skill) => skill.feeLamports),
    calls: skills.reduce((total, { calls }) => total + calls, 0),
    skills,
    latest: latest.map((payment) => ({ ...payment, state: paymentState(payment) })),
  };
}

/** How sure a payment is: seen, beyond any reorganisation, or taken back by one. */
export function paymentState({ finalizedAt, orphanedAt }: SettledPayment): PaymentState {
  if (orphanedAt) return "vanished";
  return finalizedAt ? "final" : "confirmed";
}
