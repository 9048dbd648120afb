import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { Prisma, type Quote, type QuoteState } from "@/lib/db/generated/client";
import type { JsonValue } from "@/lib/settlement/input-digest";

export type { QuoteState };

/** A quote for a wallet that was named when it was asked for. */
export const WALLET_RAIL = "wallet";
/** A quote for an agent that pays over HTTP, by MPP or x402: whoever signs its payment becomes its payer. */
export const AGENT_RAIL = "mpp";

export type QuoteRecord = Omit<Quote, "rawTransaction"> & { rawTransaction: Uint8Array | null };
export type NewQuote = Omit<
  Prisma.QuoteUncheckedCreateInput,
  "state" | "signature" | "rawTransaction" | "input"
> & { input: JsonValue };

/** Adds a quote; null when its payer has used the idempotency key before. */
export async function insertQuote(db: Database, quote: NewQuote): Promise<QuoteRecord | null> {
  try {
    return await db.quote.create({ data: { ...quote, input: quote.input ?? Prisma.JsonNull } });
  } catch (error) {
    if (isUniqueViolation(error, "idempotency_key")) return null;
    throw error;
  }
}

export function findQuote(db: Database, id: string): Promise<QuoteRecord | null> {
  return db.quote.findUnique({ where: { id } });
}

/** The skill of a version while it is in quarantine: nobody pays for a call that is refused. */
export async function findQuarantine(
  db: Database,
  versionId: string,
): Promise<{ slug: string; reason: string } | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { skill: { select: { slug: true, quarantineReason: true } } },
  });
  const reason = row?.skill.quarantineReason ?? null;
  return row && reason !== null ? { slug: row.skill.slug, reason } : null;
}

export function findQuoteByIdempotencyKey(
  db: Database,
  payerAddress: string,
  idempotencyKey: string,
): Promise<QuoteRecord | null> {
  return db.quote.findUnique({ where: { payerAddress_idempotencyKey: { payerAddress, idempotencyKey } } });
}

/** Gives an unpaid quote a younger blockhash; false when it is no longer unpaid. */
export async function setBlockhash(
  db: Database,
  id: string,
  data: { blockhash: string; lastValidBlockHeight: bigint },
): Promise<boolean> {
  return (await db.quote.updateMany({ where: { id, state: "QUOTED" }, data })).count === 1;
}

export interface Submission {
  payerAddress: string;
  signature: string;
  rawTransaction: Uint8Array;
  blockhash: string;
  lastValidBlockHeight: bigint;
}

/** Notes which transaction an agent says it has sent, so that it is looked for from now on, also when the agent has gone. */
export async function noteReportedSignature(
  db: Database,
  id: string,
  reportedSignature: string,
): Promise<void> {
  const where = { id, state: { in: ["QUOTED", "EXPIRED"] satisfies QuoteState[] } };
  await db.quote.updateMany({ where, data: { reportedSignature } });
}

/** QUOTED → SUBMITTED with the signed bytes; false when the quote was not QUOTED or another quote has this signature. */
export async function recordSubmission(db: Database, id: string, submission: Submission): Promise<boolean> {
  const rawTransaction = Uint8Array.from(submission.rawTransaction);
  const data = { ...submission, rawTransaction, state: "SUBMITTED" as const, reason: null };
  try {
    return (await db.quote.updateMany({ where: { id, state: "QUOTED" }, data })).count === 1;
  } catch (error) {
    if (isUniqueViolation(error, "signature")) return false;
    throw error;
  }
}

/**
 * SUBMITTED → QUOTED, for a transaction that has moved no money; false when this signature is no longer waited for. A quote
 * that was open to any payer is so again.
 */
export async function withdrawSubmission(
  db: Database,
  { id, rail }: Pick<QuoteRecord, "id" | "rail">,
  { signature, reason }: { signature: string; reason: string },
): Promise<boolean> {
  const payer = rail === WALLET_RAIL ? {} : { payerAddress: null };
  const data = { ...payer, state: "QUOTED" as const, signature: null, rawTransaction: null, reason };
  return (await db.quote.updateMany({ where: { id, state: "SUBMITTED", signature }, data })).count === 1;
}

/** QUOTED or SUBMITTED → EXPIRED; false when the quote had left those states. */
export async function expireQuote(db: Database, id: string, reason: string): Promise<boolean> {
  const where = { id, state: { in: ["QUOTED", "SUBMITTED"] satisfies QuoteState[] } };
  return (await db.quote.updateMany({ where, data: { state: "EXPIRED", reason } })).count === 1;
}

/** Any state without a grant → LATE_UNAPPLIED with the payment that came too late; false when it had a grant or an end. */
export async function closeAsLate(
  db: Database,
  id: string,
  { signature, payerAddress }: { signature: string; payerAddress: string },
): Promise<boolean> {
  const where = { id, state: { in: ["QUOTED", "SUBMITTED", "EXPIRED"] satisfies QuoteState[] } };
  const data = { state: "LATE_UNAPPLIED" as const, reason: "landed_too_late", signature, payerAddress };
  return (await db.quote.updateMany({ where, data })).count === 1;
}

/** The open quotes that were looked at longest ago, marked as looked at now. */
export async function takeOpenQuotes(
  db: Database,
  {
    limit,
    now,
    submittedBefore,
    quotedBefore,
  }: { limit: number; now: Date; submittedBefore: Date; quotedBefore: Date },
): Promise<QuoteRecord[]> {
  const quotes = await db.quote.findMany({
    where: {
      OR: [
        { state: "SUBMITTED", updatedAt: { lte: submittedBefore } },
        { state: "QUOTED", updatedAt: { lte: quotedBefore } },
      ],
    },
    orderBy: [{ state: "desc" }, { updatedAt: "asc" }], // SUBMITTED first: money may have moved
    take: limit,
  });
  await db.quote.updateMany({
    where: { id: { in: quotes.map((quote) => quote.id) } },
    data: { updatedAt: now },
  });
  return quotes;
}
