import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { findTransaction, type Transaction } from "@/lib/chain/solana/transaction";
import {
  decideSpending,
  subjectOf,
  type SpendingAsked,
  type SpendingDecision,
} from "@/lib/payments/limits/decide-spending";
import {
  findFreeAt,
  findPaidSkill,
  findTextInForce,
  isLinked,
  isUnpaid,
  lockTextInForce,
  sumSpent,
} from "@/lib/payments/limits/spending-repository";
import { readSpendingStatement, termsOf, type SpendingTerms } from "@/lib/payments/limits/spending-statement";
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
import { inTurn } from "@/lib/kernel/in-turn";

/** Who asks for a quote: the account, and the key it does so with. */
export interface AskedBy {
  accountId: string;
  keyId: string | null;
}

type Context = Pick<SettlementContext, "clock" | "auditStateOf">;
type Refused = Extract<SpendingDecision, { allowed: false }>;

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
  const inserted = await insertQuote(quote);
  if (inserted !== null) return inserted;
  const { payerAddress, priceLamports } = quote;
  const text = await findTextInForce(payerAddress);
  if (text === null) return insertQuoteIn(database(), quote); // it was removed meanwhile, or the key was used
  const asked = await describeAsked({ ...quote, payerAddress, lamports: priceLamports }, context);
  if (askedBy === null || !(await isLinked(database(), payerAddress, askedBy.accountId))) {
    const refusal = await findRefusal(database(), text, { asked, now: context.clock.now() });
    if (refusal) throw exceeded(refusal.decision.rule, {});
    return insertQuoteIn(database(), quote);
  }
  return underLock(payerAddress, async (tx, locked) => {
    const now = context.clock.now();
    const refusal = locked === null ? null : await findRefusal(tx, locked, { asked, now });
    return refusal ?? insertQuoteIn(tx, { ...quote, heldAt: locked === null ? null : now });
  });
}

/**
 * As `recordSubmission`, within the limits that the payer has signed. What is decided and that the payment is under way
 * are written in one transaction, before anything is broadcast. Throws SPENDING_LIMIT_EXCEEDED.
 */
export async function recordWithinLimit(
  quote: QuoteRecord,
  submission: Submission,
  context: Context,
): Promise<QuoteRecord | null> {
  const { payerAddress, rawTransaction } = submission;
  const recorded = await recordSubmission(quote, submission);
  if (recorded !== null || (await findTextInForce(payerAddress)) === null) return recorded;
  const lamports = lamportsMoved(quote, findTransaction(rawTransaction));
  const asked = await describeAsked({ ...quote, payerAddress, lamports }, context);
  try {
    return await underLock(payerAddress, async (tx, locked) => {
      const now = context.clock.now();
      const refusal = locked === null ? null : await findRefusal(tx, locked, { asked, now });
      if (refusal === null) return recordSubmissionIn(tx, quote, submission);
      // Handed in by somebody else meanwhile: what they have decided stands.
      return (await isUnpaid(tx, quote.id)) ? refusal : null;
    });
  } catch (error) {
    if (isUniqueViolation(error, "signature")) return null;
    throw error;
  }
}

/** Of one wallet one at a time here: those who wait for its lock would hold the connections that all others need. */
const ofWallet = inTurn();
/** For the lock, where many processes are handed payments of one wallet. */
const PATIENCE_MS = 30_000;

/**
 * Does `work` while the statement in force is locked: payments of one wallet come one after the other, whatever process
 * they are handed to. Throws the refusal that it returns.
 */
async function underLock(
  payerAddress: string,
  work: (tx: Database, locked: string | null) => Promise<QuoteRecord | Refusal | null>,
): Promise<QuoteRecord | null> {
  const done = await ofWallet(payerAddress, () =>
    inTransaction(async (tx) => work(tx, await lockTextInForce(tx, payerAddress)), {
      timeoutMs: PATIENCE_MS,
    }),
  );
  if (done !== null && "decision" in done) throw await toError(done);
  return done;
}

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

interface Asked extends Omit<SpendingAsked, "atMs"> {
  quoteId: string;
  payerAddress: string;
}

type AskedQuote = Pick<QuoteRecord, "id" | "versionId" | "calls"> & {
  payerAddress: string;
  lamports: bigint;
};

async function describeAsked(
  { id: quoteId, versionId, calls, payerAddress, lamports }: AskedQuote,
  { auditStateOf }: Context,
): Promise<Asked> {
  const [skill, auditState = "Unverified"] = await Promise.all([
    findPaidSkill(database(), versionId),
    auditStateOf?.(versionId),
  ]);
  if (!skill) throw new DomainError("INTERNAL", "A quote is of no skill.");
  return { ...skill, quoteId, payerAddress, calls, lamports, auditState };
}

/** A payment that is refused, and what is known of it. */
interface Refusal {
  decision: Refused;
  terms: SpendingTerms;
  asked: Asked;
  now: Date;
}

async function findRefusal(
  db: Database,
  text: string,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Refusal | null> {
  const said = readSpendingStatement(text);
  const terms = said && termsOf(said);
  if (!terms) throw new DomainError("INTERNAL", "A spending limit that was taken cannot be read.");
  const { payerAddress, quoteId } = asked;
  const spent = await sumSpent(db, { payerAddress, except: quoteId, now }, lamportsHeld);
  const decision = decideSpending(terms, spent, { ...asked, atMs: now.getTime() });
  return decision.allowed ? null : { decision, terms, asked, now };
}

async function toError({ decision, terms, asked, now }: Refusal): Promise<DomainError> {
  const freesAt = await findEnough(decision, { asked, now });
  const askedLamports = `${asked.lamports}`;
  return exceeded(decision.rule, { ...detailsOf(decision, terms), askedLamports, freesAt });
}

/** When enough of what was spent is 24 hours old that the payment would be within the limit; null where it never is. */
async function findEnough(
  { rule, scope, limitLamports, spentLamports, heldLamports }: Refused,
  { asked, now }: { asked: Asked; now: Date },
): Promise<string | null> {
  if (limitLamports === null || rule === "per_call" || spentLamports === 0n) return null;
  const { payerAddress } = asked;
  const lamports = spentLamports + heldLamports + asked.lamports - limitLamports;
  const within = scope && { kind: scope.kind, id: subjectOf(scope.kind, asked) };
  return (await findFreeAt(database(), { payerAddress, now, lamports }, within))?.toISOString() ?? null;
}

const detailsOf = (
  { rule, scope, limitLamports, spentLamports, heldLamports }: Refused,
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

const WHY: Readonly<Record<Refused["rule"], string>> = {
  until: "The spending limit that this wallet has signed has ended",
  least_audit_state: "This version is less checked than the spending limit of this wallet asks for",
  per_call: "One call costs more than the spending limit of this wallet allows",
  per_day: "With this payment the wallet would pay more in 24 hours than it has signed",
  scope_per_day: "With this payment the wallet would pay more for this in 24 hours than it has signed",
};

const exceeded = (reason: Refused["rule"], details: Record<string, unknown>): DomainError =>
  new DomainError(
    "SPENDING_LIMIT_EXCEEDED",
    `${WHY[reason]}. Nothing was charged. Wait until enough is 24 hours old, or sign another limit with the wallet: POST /v1/wallets/{address}/spending-limit/statement.`,
    { details: { reason, ...details } },
  );
