import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { scopesOf, subjectOf, sumsOf, type SpentOnSkill } from "@/lib/payments/limits/decide-spending";
import { toTaken, type TakenLimit } from "@/lib/payments/limits/set-limit";
import {
  findAccountOfWallet,
  findFreeAt,
  findLastStatement,
  listWalletPayments,
  sumSpent,
  type WalletPayment,
} from "@/lib/payments/limits/spending-repository";
import {
  EACH,
  type ScopeKind,
  type SpendingScope,
  type SpendingTerms,
} from "@/lib/payments/limits/spending-statement";
import { paymentState } from "@/lib/payments/settlement/payment-status";

interface Amounts extends Pick<SpentOnSkill, "spentLamports" | "heldLamports"> {
  /** Null where no limit says how much. */
  limitLamports: bigint | null;
  leftLamports: bigint | null;
}

/** What was spent on one skill, publisher or organisation that a scope is about. */
export interface ScopeSpending extends Amounts {
  kind: ScopeKind;
  id: string;
  name: string;
}

/** One payment: `held` is asked for or handed in, `late` came too late for its quote. */
export type SpendingPayment = Omit<WalletPayment, "state"> & {
  state: "held" | "late" | "confirmed" | "final" | "vanished";
};

export interface WalletSpending {
  address: string;
  /** The last statement that the wallet has signed; null for none. One that removed the limits has no terms. */
  limit: TakenLimit | null;
  /** Of the last 24 hours. */
  day: Amounts & {
    /** When the oldest of it is 24 hours old; null where nothing was spent. */
    freesAt: Date | null;
  };
  scopes: ScopeSpending[];
  results: SpendingPayment[];
  next: string | null;
}

const PAGE_SIZE = 50;

/**
 * What is paid from a wallet, for the account that it is linked to: the limit in force, what counts against it now, and
 * its payments, the newest first. `before` is the `next` of the page before. Throws PERMISSION_DENIED for the wallet of
 * others, also for one that nobody has linked.
 */
export async function getSpending(
  { address, accountId, before }: { address: string; accountId: string; before: string | null },
  clock: Clock = systemClock,
): Promise<WalletSpending> {
  if ((await findAccountOfWallet(database(), address)) !== accountId)
    throw new DomainError(
      "PERMISSION_DENIED",
      "This wallet is not linked to your account: sign in with it, or link it to your account.",
    );
  const now = clock.now();
  const [last, spent, freesAt, payments] = await Promise.all([
    findLastStatement(database(), address),
    sumSpent(database(), { payerAddress: address, except: "", now }),
    findFreeAt(database(), { payerAddress: address, now, lamports: 1n }, null),
    listWalletPayments(database(), { payerAddress: address, accountId }, { limit: PAGE_SIZE, before }),
  ]);
  const limit = last && toTaken(last);
  const terms = limit?.terms ?? null;
  const isOver = terms !== null && terms.until !== null && Date.parse(terms.until) <= now.getTime();
  return {
    address,
    limit,
    day: { ...amountsOf(spent, terms?.perDayLamports, isOver), freesAt },
    scopes:
      terms === null ? [] : terms.scopes.flatMap((scope) => spendingOf(scope, terms, { spent, isOver })),
    results: payments.map((payment) => ({ ...payment, state: stateOf(payment) })),
    next: payments.length === PAGE_SIZE ? (payments.at(-1)?.quoteId ?? null) : null,
  };
}

type Spent = Awaited<ReturnType<typeof sumSpent>>;

/** Nothing is left of a limit that is over. */
function amountsOf(spent: Spent, limit: string | undefined, isOver: boolean): Amounts {
  const sums = sumsOf(spent);
  const limitLamports = limit === undefined ? null : BigInt(limit);
  const left = (limitLamports ?? 0n) - sums.spentLamports - sums.heldLamports;
  const leftLamports = limitLamports === null ? null : isOver || left < 0n ? 0n : left;
  return { ...sums, limitLamports, leftLamports };
}

/** Of a scope for each one of its kind: of each on which something was spent, but for those that another scope names. */
function spendingOf(
  scope: SpendingScope,
  terms: SpendingTerms,
  { spent, isOver }: { spent: Spent; isOver: boolean },
): ScopeSpending[] {
  const { kind, id: of, name: called, perDayLamports } = scope;
  const counted = spent.filter((skill) => scopesOf(terms, skill).includes(scope));
  const ids = of === EACH ? counted.map((skill) => subjectOf(kind, skill)) : [of];
  return [...new Set(ids)].map((id) => {
    const within = spent.filter((skill) => subjectOf(kind, skill) === id);
    const name = of === EACH ? within[0]?.[kind === "skill" ? "slug" : "owner"] : called;
    return { kind, id: id ?? "", name: name ?? "", ...amountsOf(within, perDayLamports, isOver) };
  });
}

function stateOf(payment: WalletPayment): SpendingPayment["state"] {
  if (payment.state === "LATE_UNAPPLIED") return "late";
  return payment.state === "QUOTED" || payment.state === "SUBMITTED" ? "held" : paymentState(payment);
}
