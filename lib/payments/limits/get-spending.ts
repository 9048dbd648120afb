import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { scopesOf, spentWithin, subjectOf } from "@/lib/payments/limits/decide-spending";
import { toTaken, type TakenLimit } from "@/lib/payments/limits/set-limit";
import {
  findAccountOfWallet,
  findFreeAt,
  findLastStatement,
  listWalletPayments,
  sumSpent,
  type WalletPayment,
} from "@/lib/payments/limits/spending-repository";
import type { ScopeKind, SpendingTerms } from "@/lib/payments/limits/spending-statement";
import { paymentState } from "@/lib/payments/settlement/payment-status";

interface Amounts {
  spentLamports: bigint;
  heldLamports: bigint;
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
  payments: SpendingPayment[];
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
  const all = { ...amountsOf(spent, terms === null ? null : BigInt(terms.perDayLamports)), freesAt };
  const isOver = terms?.until != null && Date.parse(terms.until) <= now.getTime();
  const left = <Of extends Amounts>(of: Of): Of => (isOver ? { ...of, leftLamports: 0n } : of);
  return {
    address,
    limit,
    day: left(all),
    scopes: terms === null ? [] : spendingOfScopes(terms, spent).map(left),
    payments: payments.map((payment) => ({ ...payment, state: stateOf(payment) })),
    next: payments.length === PAGE_SIZE ? (payments.at(-1)?.quoteId ?? null) : null,
  };
}

type Spent = Awaited<ReturnType<typeof sumSpent>>;

function amountsOf(spent: Spent, limitLamports: bigint | null): Amounts {
  const sum = (of: "spentLamports" | "heldLamports") => spent.reduce((total, each) => total + each[of], 0n);
  const [spentLamports, heldLamports] = [sum("spentLamports"), sum("heldLamports")];
  const left = limitLamports === null ? null : limitLamports - spentLamports - heldLamports;
  return { spentLamports, heldLamports, limitLamports, leftLamports: left !== null && left < 0n ? 0n : left };
}

/** Each scope that is named, and of those for each one of a kind what something was spent on. */
function spendingOfScopes(terms: SpendingTerms, spent: Spent): ScopeSpending[] {
  const named = terms.scopes.filter(({ id }) => id !== "*");
  const nothing = named.map((scope) => ({ ...scope, within: [] as Spent }));
  const found = new Map(nothing.map((scope) => [`${scope.kind} ${scope.id}`, scope]));
  for (const skill of spent) {
    for (const scope of scopesOf(terms, skill)) {
      const id = subjectOf(scope.kind, skill) ?? "";
      const within = spentWithin(scope, spent, skill);
      const name =
        scope.id === "*" && scope.kind === "skill" ? skill.slug : scope.id === "*" ? skill.owner : scope.name;
      found.set(`${scope.kind} ${id}`, { ...scope, id, name, within });
    }
  }
  return [...found.values()].map(({ kind, id, name, perDayLamports, within }) => ({
    kind,
    id,
    name,
    ...amountsOf(within, BigInt(perDayLamports)),
  }));
}

function stateOf(payment: WalletPayment): SpendingPayment["state"] {
  if (payment.state === "LATE_UNAPPLIED") return "late";
  return payment.state === "QUOTED" || payment.state === "SUBMITTED" ? "held" : paymentState(payment);
}
