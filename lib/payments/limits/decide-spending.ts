import {
  EACH,
  type ScopeKind,
  type SpendingScope,
  type SpendingTerms,
} from "@/lib/payments/limits/spending-statement";

/** Whom a payment is for. `publisherId` is the account that owns the skill, `organisationId` the same where it is one. */
export interface PaidSkill {
  skillId: string;
  publisherId: string | null;
  organisationId: string | null;
}

/** What is asked: one payment. */
export interface SpendingAsked extends PaidSkill {
  lamports: bigint;
  /** Calls that the payment buys. */
  calls: number;
  auditState: SpendingTerms["leastAuditState"];
  atMs: number;
}

/** What has left the wallet for one skill within the last 24 hours, and what is held for it. */
export interface SpentOnSkill extends PaidSkill {
  spentLamports: bigint;
  heldLamports: bigint;
}

export type SpendingRule = "until" | "least_audit_state" | "per_call" | "per_day" | "scope_per_day";

export type SpendingDecision =
  | { allowed: true }
  | {
      allowed: false;
      rule: SpendingRule;
      /** Of the rule `scope_per_day`. */
      scope: SpendingScope | null;
      /** Null where the rule is about no amount. */
      limitLamports: bigint | null;
      spentLamports: bigint;
      heldLamports: bigint;
    };

const STEPS = { Unverified: 0, Optimistic: 1, Audited: 2 } as const;

/** The member of a payment that a kind of scope is about. */
export const SUBJECT = {
  skill: "skillId",
  publisher: "publisherId",
  organisation: "organisationId",
} as const satisfies Record<ScopeKind, keyof PaidSkill>;

/**
 * Whether a payment stays within the limits of its wallet; else the first rule that refuses it. `spent` is all that
 * counts beside the payment itself. Pure: the market, the library and the command decide with it alike.
 */
export function decideSpending(
  terms: SpendingTerms,
  spent: readonly SpentOnSkill[],
  asked: SpendingAsked,
): SpendingDecision {
  if (terms.until !== null && asked.atMs >= Date.parse(terms.until)) return refuse("until", null, []);
  if (STEPS[asked.auditState] < STEPS[terms.leastAuditState]) return refuse("least_audit_state", null, []);
  const perCall = BigInt(terms.perCallLamports);
  if (asked.lamports > perCall * BigInt(asked.calls)) return refuse("per_call", perCall, []);
  const perDay = BigInt(terms.perDayLamports);
  if (sumOf(spent) + asked.lamports > perDay) return refuse("per_day", perDay, spent);
  for (const scope of scopesOf(terms, asked)) {
    const within = spent.filter((each) => subjectOf(scope.kind, each) === subjectOf(scope.kind, asked));
    const limit = BigInt(scope.perDayLamports);
    if (sumOf(within) + asked.lamports > limit) return refuse("scope_per_day", limit, within, scope);
  }
  return { allowed: true };
}

/** Of each kind the scope that names what is paid for, or else the one for each of its kind. */
export function scopesOf({ scopes }: Pick<SpendingTerms, "scopes">, paid: PaidSkill): SpendingScope[] {
  return (Object.keys(SUBJECT) as ScopeKind[]).flatMap((kind) => {
    const subject = subjectOf(kind, paid);
    if (kind === "organisation" && subject === null) return [];
    const named = scopes.find((each) => each.kind === kind && each.id === subject);
    const found = named ?? scopes.find((each) => each.kind === kind && each.id === EACH);
    return found ? [found] : [];
  });
}

/** The id of what a kind of scope is about. */
export const subjectOf = (kind: ScopeKind, paid: PaidSkill): string | null => paid[SUBJECT[kind]];

const sumOf = (spent: readonly SpentOnSkill[]): bigint =>
  spent.reduce((sum, { spentLamports, heldLamports }) => sum + spentLamports + heldLamports, 0n);

function refuse(
  rule: SpendingRule,
  limitLamports: bigint | null,
  within: readonly SpentOnSkill[],
  scope: SpendingScope | null = null,
): SpendingDecision {
  return {
    allowed: false,
    rule,
    scope,
    limitLamports,
    spentLamports: within.reduce((sum, { spentLamports }) => sum + spentLamports, 0n),
    heldLamports: within.reduce((sum, { heldLamports }) => sum + heldLamports, 0n),
  };
}
