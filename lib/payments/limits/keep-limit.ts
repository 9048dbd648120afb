import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { findTransaction, type Transaction } from "@/lib/chain/solana/transaction";
import {
  decideSpending,
  spentWithin,
  type SpendingAsked,
  type SpendingDecision,
} from "@/lib/payments/limits/decide-spending";
import {
  findFreeAt,
  findPaidSkill,
  findTextInForce,
  isLinked,
  lockQuoteState,
  lockTextInForce,
  sumSpent,
} from "@/lib/payments/limits/spending-repository";
import {
  readSpendingStatement,
  termsOf,
  type ScopeKind,
  type SpendingTerms,
} from "@/lib/payments/limits/spending-statement";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import {
  insertQuote,
  insertQuoteIn,
  recordSubmission,
  recordSubmissionIn,
  type NewQuote,
  type Submission,
} from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";
import { DomainError } from "@/lib/kernel/errors";

/** Who asks for a quote: the account, and the key it does so with. */
export interface AskedBy {
  accountId: string;
  keyId: string | null;
}

type Context = Pick<SettlementContext, "clock" | "auditStateOf">;
type Refusal = Extract<SpendingDecision, { allowed: false }>;

/**
 * Adds a quote for a wallet that is named, within the limits that it has signed; null when the idempotency key was used
 * before. For the account that has linked the wallet its price is held from now on; a stranger's quote is only looked at,
 * so that nobody uses up the limit of others, and tells nothing of their amounts. Throws SPENDING_LIMIT_EXCEEDED.
 */
export async function insertWithinLimit(
  quote: NewQuote & { payerAddress: string },
  askedBy: AskedBy | null,
  context: Context,
): Promise<QuoteRecord | null> {
  const { payerAddress } = quote;
  const text = await findTextInForce(payerAddress);
  if (text === null) return insertQuote(quote);
  const auditState = await readAuditState(quote.versionId, context);
  const asked = { ...quote, auditState, lamports: quote.priceLamports, now: context.clock.now() };
  if (askedBy === null || !(await isLinked(database(), payerAddress, askedBy.accountId))) {
    await assertWithin(database(), text, asked, { tellsAmounts: false });
    return insertQuote(quote);
  }
  return inTransaction(async (tx) => {
    const locked = await lockTextInForce(tx, payerAddress);
    if (locked !== null) await assertWithin(tx, locked, asked);
    return insertQuoteIn(tx, { ...quote, heldAt: locked === null ? null : asked.now });
  });
}

/**
 * As `recordSubmission`, within the limits that the payer has signed. What is decided and that the payment is under way
 * are written in one transaction, before anything is broadcast; the statement in force is locked, so payments of one
 * wallet come one after the other, whatever process they are handed to. Throws SPENDING_LIMIT_EXCEEDED.
 */
export async function recordWithinLimit(
  quote: QuoteRecord,
  submission: Submission,
  context: Context,
): Promise<QuoteRecord | null> {
  const { payerAddress, rawTransaction } = submission;
  const recorded = await recordSubmission(quote, submission);
  if (recorded !== null || (await findTextInForce(payerAddress)) === null) return recorded;
  const { id, versionId, calls } = quote;
  const auditState = await readAuditState(versionId, context);
  const lamports = lamportsMoved(quote, findTransaction(rawTransaction));
  try {
    return await inTransaction(async (tx) => {
      const locked = await lockTextInForce(tx, payerAddress);
      // Handed in by somebody else meanwhile: what they have decided stands.
      if ((await lockQuoteState(tx, id)) !== "QUOTED") return null;
      const asked = { id, versionId, calls, payerAddress, auditState, lamports, now: context.clock.now() };
      if (locked !== null) await assertWithin(tx, locked, asked);
      return recordSubmissionIn(tx, quote, submission);
    });
  } catch (error) {
    if (isUniqueViolation(error, "signature")) return null;
    throw error;
  }
}

const readAuditState = async (versionId: string, { auditStateOf }: Context) =>
  (await auditStateOf?.(versionId)) ?? "Unverified";

/** What a payment moves out of its wallet, in lamports; of a token at the ratio of its quote, rounded up. */
export function lamportsMoved(quote: QuoteRecord, transaction: Transaction | null): bigint {
  const { priceLamports } = quote;
  const terms = transaction && termsFor(quote, transaction);
  if (!transaction || !terms?.token || terms.token.units === 0n) return priceLamports;
  const { units } = terms.token;
  const verdict = checkTransaction(transaction, terms, "strict");
  const moved = units + (verdict.ok ? verdict.excess : 0n);
  return (moved * priceLamports + units - 1n) / units;
}

/** The same of a quote that was handed in. */
export const lamportsHeld = (quote: QuoteRecord): bigint =>
  lamportsMoved(quote, quote.rawTransaction && findTransaction(quote.rawTransaction));

interface Asked {
  /** Of the quote. */
  id: string;
  versionId: string;
  payerAddress: string;
  lamports: bigint;
  calls: number;
  auditState: SpendingTerms["leastAuditState"];
  now: Date;
}

async function assertWithin(
  db: Database,
  text: string,
  { id, versionId, payerAddress, lamports, calls, auditState, now }: Asked,
  { tellsAmounts = true }: { tellsAmounts?: boolean } = {},
): Promise<void> {
  const said = readSpendingStatement(text);
  const terms = said && termsOf(said);
  if (!terms) throw new DomainError("INTERNAL", "A spending limit that was taken cannot be read.");
  const skill = await findPaidSkill(db, versionId);
  if (!skill) throw new DomainError("INTERNAL", "A quote is of no skill.");
  const spent = await sumSpent(db, { payerAddress, except: id, now }, lamportsHeld);
  const asked: SpendingAsked = { ...skill, lamports, calls, auditState, atMs: now.getTime() };
  const decision = decideSpending(terms, spent, asked);
  if (decision.allowed) return;
  if (!tellsAmounts) throw exceeded(decision.rule, {});
  const within = decision.scope ? spentWithin(decision.scope, spent, asked) : spent;
  const freesAt = await findEnough(db, decision, { payerAddress, now, asked, isEmpty: within.length === 0 });
  throw exceeded(decision.rule, { ...detailsOf(decision, terms), askedLamports: `${lamports}`, freesAt });
}

/** When enough of what was spent is 24 hours old that the payment would be within the limit; null where it never is. */
async function findEnough(
  db: Database,
  { rule, scope, limitLamports, spentLamports, heldLamports }: Refusal,
  {
    payerAddress,
    now,
    asked,
    isEmpty,
  }: { payerAddress: string; now: Date; asked: SpendingAsked; isEmpty: boolean },
): Promise<string | null> {
  if (limitLamports === null || rule === "per_call" || isEmpty) return null;
  const lamports = spentLamports + heldLamports + asked.lamports - limitLamports;
  const within = scope && { kind: scope.kind, id: SUBJECT_OF[scope.kind](asked) };
  return (await findFreeAt(db, { payerAddress, now, lamports }, within))?.toISOString() ?? null;
}

const SUBJECT_OF: Readonly<Record<ScopeKind, (asked: SpendingAsked) => string | null>> = {
  skill: ({ skillId }) => skillId,
  publisher: ({ publisherId }) => publisherId,
  organisation: ({ organisationId }) => organisationId,
};

const detailsOf = (
  { rule, scope, limitLamports, spentLamports, heldLamports }: Refusal,
  { until, leastAuditState }: SpendingTerms,
) => ({
  ...(limitLamports === null ? {} : { limitLamports: `${limitLamports}` }),
  ...(rule === "per_day" || scope
    ? { spentLamports: `${spentLamports}`, heldLamports: `${heldLamports}` }
    : {}),
  ...(scope ? { scope: `${scope.kind} ${scope.name}` } : {}),
  ...(rule === "until" ? { until } : {}),
  ...(rule === "least_audit_state" ? { leastAuditState } : {}),
});

const WHY: Readonly<Record<Refusal["rule"], string>> = {
  until: "The spending limit that this wallet has signed has ended",
  least_audit_state: "This version is less checked than the spending limit of this wallet asks for",
  per_call: "One call costs more than the spending limit of this wallet allows",
  per_day: "With this payment the wallet would pay more in 24 hours than it has signed",
  scope_per_day: "With this payment the wallet would pay more for this in 24 hours than it has signed",
};

const exceeded = (reason: Refusal["rule"], details: Record<string, unknown>): DomainError =>
  new DomainError(
    "SPENDING_LIMIT_EXCEEDED",
    `${WHY[reason]}. Nothing was charged. Wait until enough is 24 hours old, or sign another limit with the wallet: POST /v1/wallets/{address}/spending-limit/statement.`,
    { details: { reason, ...details } },
  );
