import {
  EACH,
  LEAST_AUDIT_STATES,
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

/** The first rule that refuses a payment, and what it has counted. */
export interface SpendingRefusal {
  rule: SpendingRule;
  /** Of the rule `scope_per_day`. */
  scope: SpendingScope | null;
  /** Null where the rule is about no amount. */
  limitLamports: bigint | null;
  spentLamports: bigint;
  heldLamports: bigint;
}

/** The member of a payment that a kind of scope is about. */
export const SUBJECT = {
  skill: "skillId",
  publisher: "publisherId",
  organisation: "organisationId",
} as const satisfies Record<ScopeKind, keyof PaidSkill>;

/**
 * The rule of a wallet's limits that refuses a payment; null for one that stays within them. `spent` is all that counts
 * beside the payment itself. Pure: the market, the library and the command decide with it alike.
 */
export function decideSpending(
  terms: SpendingTerms,
  spent: readonly SpentOnSkill[],
  asked: SpendingAsked,
): SpendingRefusal | null {
  const { lamports, calls, auditState, atMs } = asked;
  const least = LEAST_AUDIT_STATES.indexOf(terms.leastAuditState);
  const nothing = { scope: null, limitLamports: null, spentLamports: 0n, heldLamports: 0n };
  if (terms.until !== null && atMs >= Date.parse(terms.until)) return { rule: "until", ...nothing };
  if (LEAST_AUDIT_STATES.indexOf(auditState) < least) return { rule: "least_audit_state", ...nothing };
  const perCall = BigInt(terms.perCallLamports);
  if (lamports > perCall * BigInt(calls)) return { rule: "per_call", ...nothing, limitLamports: perCall };
  for (const scope of [null, ...scopesOf(terms, asked)]) {
    const limitLamports = BigInt((scope ?? terms).perDayLamports);
    const isWithin = (each: PaidSkill) =>
      scope === null || subjectOf(scope.kind, each) === subjectOf(scope.kind, asked);
    const sums = sumsOf(spent.filter(isWithin));
    if (sums.spentLamports + sums.heldLamports + lamports > limitLamports)
      return { rule: scope === null ? "per_day" : "scope_per_day", scope, limitLamports, ...sums };
  }
  return null;
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

/** What was spent and is held in all. */
export const sumsOf = (
  spent: readonly SpentOnSkill[],
): Pick<SpentOnSkill, "spentLamports" | "heldLamports"> => ({
  spentLamports: spent.reduce((sum, { spentLamports }) => sum + spentLamports, 0n),
  heldLamports: spent.reduce((sum, { heldLamports }) => sum + heldLamports, 0n),
});
