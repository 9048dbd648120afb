import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { findTransaction } from "@/lib/chain/solana/transaction";
import {
  decideSpending,
  subjectOf,
  type SpendingRefusal,
  type SpendingRule,
} from "@/lib/payments/limits/decide-spending";
import { lamportsMoved } from "@/lib/payments/limits/lamports-moved";
import {
  findAccountOfWallet,
  findFreeAt,
  findPaidSkill,
  findTextInForce,
  isUnpaid,
  lockTextInForce,
  sumSpent,
} from "@/lib/payments/limits/spending-repository";
import { readSpendingStatement, termsOf, type SpendingTerms } from "@/lib/payments/limits/spending-statement";
import {
  findQuoteByIdempotencyKey,
  insertQuote,
  insertQuoteIn,
  recordSubmission,
  recordSubmissionIn,
  type NewQuote,
  type Submission,
} from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { DomainError } from "@/lib/kernel/errors";
import { inTurn } from "@/lib/kernel/in-turn";

/** Who asks for a quote: the account, and the key it does so with. */
export interface AskedBy {
  accountId: string;
  keyId: string | null;
}

type Context = Pick<SettlementContext, "clock" | "auditStateOf">;

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
  const { payerAddress, priceLamports, idempotencyKey } = quote;
  const text = await findTextInForce(payerAddress);
  // Not added for a limit that was removed since, or for its key: the second look tells.
  if (text === null) return insertQuote(quote);
  const asked = await describeAsked({ ...quote, lamports: priceLamports }, context);
  if (askedBy === null || askedBy.accountId !== (await findAccountOfWallet(database(), payerAddress))) {
    const refusal = await findRefusal(database(), text, { asked, now: context.clock.now() });
    if (refusal) throw exceeded(refusal.rule, null);
    return insertQuoteIn(database(), quote);
  }
  return underLock(asked, context, {
    act: (tx, heldAt) => insertQuoteIn(tx, { ...quote, heldAt }),
    isDone: async (tx) =>
      idempotencyKey !== null && (await findQuoteByIdempotencyKey(tx, payerAddress, idempotencyKey)) !== null,
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
  if (recorded !== null) return recorded;
  // Refused for a limit that was removed since, or for what it is: the second look tells.
  if ((await findTextInForce(payerAddress)) === null) return recordSubmission(quote, submission);
  const lamports = lamportsMoved(quote, findTransaction(rawTransaction));
  const asked = await describeAsked({ ...quote, payerAddress, lamports }, context);
  try {
    return await underLock(asked, context, {
      act: (tx) => recordSubmissionIn(tx, quote, submission),
      isDone: async (tx) => !(await isUnpaid(tx, quote.id)),
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

interface Work {
  /** `heldAt` is now where a limit is in force, else null. */
  act: (tx: Database, heldAt: Date | null) => Promise<QuoteRecord | null>;
  /** Whether somebody else has done the same meanwhile: what was decided for them stands. */
  isDone: (tx: Database) => Promise<boolean>;
}

/**
 * Does what is asked while the statement in force is locked: payments of one wallet come one after the other, whatever
 * process they are handed to. Null where it is done already. Throws SPENDING_LIMIT_EXCEEDED.
 */
async function underLock(
  asked: Asked,
  { clock }: Context,
  { act, isDone }: Work,
): Promise<QuoteRecord | null> {
  const { payerAddress } = asked;
  const decide = async (tx: Database): Promise<QuoteRecord | DomainError | null> => {
    const text = await lockTextInForce(tx, payerAddress);
    const now = clock.now();
    const refusal = text === null ? null : await findRefusal(tx, text, { asked, now });
    if (refusal === null) return act(tx, text === null ? null : now);
    return (await isDone(tx)) ? null : toError(tx, refusal, { asked, now });
  };
  const done = await ofWallet(payerAddress, () => inTransaction(decide, { timeoutMs: PATIENCE_MS }));
  if (done instanceof DomainError) throw done;
  return done;
}

type Asked = Awaited<ReturnType<typeof describeAsked>>;

type AskedQuote = Pick<QuoteRecord, "id" | "versionId" | "calls"> & {
  payerAddress: string;
  lamports: bigint;
};

async function describeAsked(
  { id: quoteId, versionId, calls, payerAddress, lamports }: AskedQuote,
  { auditStateOf }: Context,
) {
  const [skill, auditState = "Unverified"] = await Promise.all([
    findPaidSkill(database(), versionId),
    auditStateOf?.(versionId),
  ]);
  if (!skill) throw new DomainError("INTERNAL", "A quote is of no skill.");
  return { ...skill, quoteId, payerAddress, calls, lamports, auditState };
}

type Refusal = SpendingRefusal & { terms: SpendingTerms };

async function findRefusal(
  db: Database,
  text: string,
  { asked, now }: { asked: Asked; now: Date },
): Promise<Refusal | null> {
  const said = readSpendingStatement(text);
  const terms = said && termsOf(said);
  if (!terms) throw new DomainError("INTERNAL", "A spending limit that was taken cannot be read.");
  const { payerAddress, quoteId: except } = asked;
  const spent = await sumSpent(db, { payerAddress, except, now });
  const refusal = decideSpending(terms, spent, { ...asked, atMs: now.getTime() });
  return refusal && { ...refusal, terms };
}

/** With what its rule has counted, and when enough of it is 24 hours old that the payment would be within the limit. */
async function toError(
  db: Database,
  { rule, scope, limitLamports, spentLamports, heldLamports, terms }: Refusal,
  { asked, now }: { asked: Asked; now: Date },
): Promise<DomainError> {
  const { payerAddress, lamports } = asked;
  const isOfDay = rule === "per_day" || rule === "scope_per_day";
  const beyond = spentLamports + heldLamports + lamports - (limitLamports ?? 0n);
  const within = scope && { kind: scope.kind, id: subjectOf(scope.kind, asked) };
  const freesAt = isOfDay ? await findFreeAt(db, { payerAddress, now, lamports: beyond }, within) : null;
  return exceeded(rule, freesAt, {
    ...(limitLamports === null ? {} : { limitLamports: `${limitLamports}` }),
    ...(isOfDay ? { spentLamports: `${spentLamports}`, heldLamports: `${heldLamports}` } : {}),
    ...(scope ? { scope: `${scope.kind} ${scope.name}` } : {}),
    ...(rule === "until" ? { until: terms.until } : {}),
    ...(rule === "least_audit_state" ? { leastAuditState: terms.leastAuditState } : {}),
    askedLamports: `${lamports}`,
    freesAt: freesAt?.toISOString() ?? null,
  });
}

const WHY: Readonly<Record<SpendingRule, string>> = {
  until: "The spending limit that this wallet has signed has ended",
  least_audit_state: "This version is less checked than the spending limit of this wallet asks for",
  per_call: "One call costs more than the spending limit of this wallet allows",
  per_day: "With this payment the wallet would pay more in 24 hours than it has signed",
  scope_per_day: "With this payment the wallet would pay more for this in 24 hours than it has signed",
};

const exceeded = (reason: SpendingRule, freesAt: Date | null, details: object = {}): DomainError =>
  new DomainError(
    "SPENDING_LIMIT_EXCEEDED",
    `${WHY[reason]}. Nothing was charged. ${freesAt === null ? "Sign" : `Wait until ${freesAt.toISOString()}, or sign`} another limit with the wallet: POST /v1/wallets/{address}/spending-limit/statement.`,
    { details: { reason, ...details } },
  );
