import { type Database, database } from "@/lib/db/client";
import { columnOf, columnsOf, runStatement, stateList, toRows } from "@/lib/db/statement";
import { batched } from "@/lib/db/batch";
import { isUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { Prisma } from "@/lib/db/generated/client";
import type { JsonValue } from "@/lib/kernel/json/canonical-json";
import {
  WALLET_RAIL,
  type QuoteRecord,
  QUOTE_LIFECYCLE,
  type QuoteState,
  type QuoteStep,
} from "@/lib/payments/quotes/quote";
import { QUOTES_BY_ID } from "@/lib/payments/quotes/quotes-by-id-sql";

/** The states in which a step begins, as a list for SQL. */
export const statesBefore = (step: QuoteStep): string => stateList(QUOTE_LIFECYCLE.steps[step].from);

/**
 * Makes a step of the life of quotes, with the columns that go with it. False when none is as `where` says and in a state
 * in which the step begins: somebody was quicker. What is done for each paid call is a statement for several at once
 * (`recordSubmission`, `insertSettlement`, `consumeHeldGrant`), with the same states.
 */
export async function transition(
  db: Database,
  step: QuoteStep,
  where: Prisma.QuoteWhereInput,
  set: Prisma.QuoteUpdateManyMutationInput = {},
): Promise<boolean> {
  const { from, to } = QUOTE_LIFECYCLE.steps[step];
  const begins = { state: { in: [...from] } };
  const { count } = await db.quote.updateMany({
    where: { AND: [where, begins] },
    data: { ...set, state: to[0] },
  });
  return count > 0;
}

type AfterPayment = "state" | "reason" | "signature" | "rawTransaction" | "reportedSignature" | "updatedAt";
type Tokens = "tokenMint" | "tokenUnits" | "tokenDecimals" | "tokenAccount" | "tokenFeePayer";
export type NewQuote = Omit<QuoteRecord, AfterPayment | Tokens | "input" | "heldAt"> &
  Partial<Pick<QuoteRecord, Tokens | "heldAt">> & { input: JsonValue };

const NOT_PAID = {
  state: "QUOTED",
  reason: null,
  signature: null,
  rawTransaction: null,
  reportedSignature: null,
  tokenMint: null,
  tokenUnits: null,
  tokenDecimals: null,
  tokenAccount: null,
  tokenFeePayer: null,
  heldAt: null,
} as const;

const FIELDS = Object.values(Prisma.QuoteScalarFieldEnum);
const COLUMNS = FIELDS.map(columnOf).join(", ");

/** A quote of several calls has JSON's null for its input, which comes out of a list of rows as none. */
const JSON_NULL = "coalesce(input, 'null')";

/** Payers whose wallet has signed how much may be paid from it take the transaction of lib/payments/limits. */
const NO_LIMIT = `not exists (
    select from "SpendingLimits" l where l.payer_address = given.payer_address and l.ended_at is null)`;

/** In the order of the keys: two processes that bring the same keys do not wait for each other. */
const insert = (condition: string) => `
  insert into "Quotes" (${COLUMNS})
  select ${FIELDS.map((field) => (field === "input" ? JSON_NULL : columnOf(field))).join(", ")}
  from jsonb_populate_recordset(null::"Quotes", $1::jsonb) given where ${condition}
  order by payer_address, idempotency_key
  on conflict (payer_address, idempotency_key) do nothing returning id`;

const INSERT = insert(NO_LIMIT);
const INSERT_DECIDED = insert("true");

const insertTogether = batched(async (quotes: readonly QuoteRecord[]) => {
  const inserted = await runStatement<{ id: string }>(INSERT, [toRows(quotes)]);
  const ids = new Set(inserted.map(({ id }) => id));
  return quotes.map((quote) => (ids.has(quote.id) ? quote : null));
});

const toRecord = (quote: NewQuote): QuoteRecord => ({
  ...NOT_PAID,
  ...quote,
  updatedAt: quote.createdAt,
});

/** Adds a quote; null when its payer has used the idempotency key before, or its wallet has signed a limit. */
export const insertQuote = (quote: NewQuote): Promise<QuoteRecord | null> => insertTogether(toRecord(quote));

/** The same, by a caller who has decided whether a limit allows it, and in the transaction of who has. */
export async function insertQuoteIn(tx: Database, quote: NewQuote): Promise<QuoteRecord | null> {
  const record = toRecord(quote);
  const inserted = await tx.$queryRawUnsafe<unknown[]>(INSERT_DECIDED, toRows([record]));
  return inserted.length === 1 ? record : null;
}

/** The quote with this id, read together with others that are asked for at the same moment. */
export const findQuote = batched(async (ids: readonly string[]): Promise<(QuoteRecord | null)[]> => {
  const quotes = await runStatement<QuoteRecord>(QUOTES_BY_ID, [ids]);
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  return ids.map((id) => byId.get(id) ?? null);
});

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

/**
 * Notes which transaction an agent says it has sent, so that it is looked for from now on, also when the agent
 * has gone.
 */
export async function noteReportedSignature(
  db: Database,
  id: string,
  reportedSignature: string,
): Promise<void> {
  const where = { id, state: { in: ["QUOTED", "EXPIRED"] satisfies QuoteState[] } };
  await db.quote.updateMany({ where, data: { reportedSignature } });
}

/** Locks the quotes in the order of their ids, as every statement for several does, and looks them up as `SETTLE` does. */
const submit = (condition: string) => `
  with given as (
    select * from jsonb_populate_recordset(null::"Quotes", $1::jsonb)
  ), locked as (
    select id from "Quotes" where id = any(array(select id from given)) order by id for update
  )
  update "Quotes" q
  set state = 'SUBMITTED', reason = null, payer_address = given.payer_address, signature = given.signature,
      raw_transaction = given.raw_transaction, blockhash = given.blockhash,
      last_valid_block_height = given.last_valid_block_height, updated_at = now()
  from given join locked using (id)
  where q.id = locked.id and q.id = any(array(select id from given)) and q.state::text in (${statesBefore("submit")}) and not exists (
    select from "SkillVersions" v join "Skills" k on k.id = v.skill_id
    where v.id = q.version_id and k.quarantine_reason is not null) and ${condition}
  returning q.id, q.signature, q.updated_at as "updatedAt"`;

const SUBMIT = submit(NO_LIMIT);
const SUBMIT_DECIDED = submit("true");

type Recorded = Pick<QuoteRecord, "id" | "signature" | "updatedAt">;

const submitTogether = batched(async (submissions: readonly (Submission & { id: string })[]) => {
  const recorded = await runStatement<Recorded>(SUBMIT, [toRows(submissions)]);
  const byId = new Map(recorded.map((each) => [each.id, each]));
  return submissions.map(({ id, signature }) => {
    const made = byId.get(id);
    if (made?.signature !== signature) return null;
    byId.delete(id); // of two that bring the same transaction at the same moment, one has recorded it
    return made;
  });
});

/**
 * QUOTED → SUBMITTED with the signed bytes, and the quote as it is then; null when the quote was not QUOTED, its skill
 * is in quarantine, another quote has this signature, or its payer's wallet has signed a limit.
 */
export async function recordSubmission(
  quote: QuoteRecord,
  submission: Submission,
): Promise<QuoteRecord | null> {
  try {
    const recorded = await submitTogether({ id: quote.id, ...submission });
    return recorded && asSubmitted(quote, submission, recorded);
  } catch (error) {
    if (isUniqueViolation(error, "signature")) return null;
    throw error;
  }
}

const asSubmitted = (quote: QuoteRecord, submission: Submission, { updatedAt }: Recorded): QuoteRecord => ({
  ...quote,
  ...submission,
  state: "SUBMITTED",
  reason: null,
  updatedAt,
});

/** The same in the caller's transaction, which has decided whether a limit allows it; throws a unique violation. */
export async function recordSubmissionIn(
  tx: Database,
  quote: QuoteRecord,
  submission: Submission,
): Promise<QuoteRecord | null> {
  const rows = toRows([{ id: quote.id, ...submission }]);
  const [recorded] = await tx.$queryRawUnsafe<Recorded[]>(SUBMIT_DECIDED, rows);
  return recorded ? asSubmitted(quote, submission, recorded) : null;
}

/**
 * Notes that the bytes of a payment are about to be sent on once more; false when they are no longer waited for, and
 * must not be.
 */
export async function noteSending(
  db: Database,
  { id, signature }: Pick<QuoteRecord, "id" | "signature">,
): Promise<boolean> {
  const noted = await db.$executeRaw(Prisma.sql`
    UPDATE "Quotes" SET "updated_at" = now() WHERE "id" = ${id} AND "state" = 'SUBMITTED' AND "signature" = ${signature}`);
  return noted === 1;
}

/**
 * SUBMITTED → QUOTED, for a transaction that has moved no money; false when this signature is no longer waited for, or
 * somebody has looked at it since `untouchedSince`, and so may have sent it on. A quote that was open to any payer is
 * so again.
 */
export async function withdrawSubmission(
  db: Database,
  { id, rail }: Pick<QuoteRecord, "id" | "rail">,
  { signature, reason, untouchedSince }: { signature: string; reason: string; untouchedSince?: Date },
): Promise<boolean> {
  const payer = rail === WALLET_RAIL ? {} : { payerAddress: null };
  const untouched = untouchedSince === undefined ? {} : { updatedAt: untouchedSince };
  const set = { ...payer, signature: null, rawTransaction: null, reason };
  return transition(db, "giveBack", { id, signature, ...untouched }, set);
}

/**
 * QUOTED or SUBMITTED → EXPIRED; false when the quote is not as it was read: a payment that came meanwhile was not
 * looked for.
 */
export async function expireQuote(
  db: Database,
  { id, state, signature, reportedSignature }: QuoteRecord,
  reason: string,
): Promise<boolean> {
  return transition(db, "expire", { id, state, signature, reportedSignature }, { reason });
}

/**
 * SUBMITTED first: money may have moved. Whoever locks a quote at this moment is at work on it, and is not waited for.
 * By the clock of the database: a worker whose own is ahead must not keep the others from a quote; what was marked in a
 * time to come is looked at.
 */
const TAKE_OPEN = `
  with taken as (
    select id from "Quotes"
    where state = 'SUBMITTED' and updated_at <= now() - $1::float8 * interval '1 millisecond'
       or state = 'QUOTED' and updated_at <= now() - $2::float8 * interval '1 millisecond'
       or state in ('SUBMITTED', 'QUOTED') and updated_at > now() + interval '1 minute'
    order by state desc, updated_at limit $3 for update skip locked
  ), marked as (
    update "Quotes" q set updated_at = now() from taken where q.id = taken.id
  )
  select ${columnsOf(FIELDS)} from "Quotes" where id in (select id from taken) order by state desc, updated_at`;

/**
 * The open quotes that were looked at longest ago, at least so many milliseconds, marked as looked at now: each goes to
 * one worker.
 */
export function takeOpenQuotes({
  limit,
  submittedMs,
  quotedMs,
}: {
  limit: number;
  submittedMs: number;
  quotedMs: number;
}): Promise<QuoteRecord[]> {
  return runStatement<QuoteRecord>(TAKE_OPEN, [submittedMs, quotedMs, limit]);
}

const { sql } = Prisma;

/** In the order of their ids, as everybody locks quotes. */
const clear = (which: Prisma.Sql) => sql`
  UPDATE "Quotes" SET "input" = 'null'::jsonb WHERE "id" IN (
    SELECT "id" FROM "Quotes" WHERE "input" <> 'null'::jsonb AND ${which} FOR UPDATE)`;

/** Of the quotes of these grants, where every call was made. */
export async function clearInputsOfUsedQuotes(tx: Database, grantIds: readonly string[]): Promise<void> {
  await tx.$executeRaw(
    clear(sql`"state" = 'CONSUMED' AND "id" IN (
      SELECT "quote_id" FROM "Grants" WHERE "id" = ANY(${[...grantIds]}::text[])) ORDER BY "id"`),
  );
}

/** Of quotes whose payment came too late or has vanished, which is their end. */
export async function clearInputsOfLostQuotes(
  tx: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  await tx.$executeRaw(
    clear(
      sql`"state" IN ('LATE_UNAPPLIED', 'ORPHANED') AND "updated_at" < ${before} ORDER BY "id" LIMIT ${limit}`,
    ),
  );
}

/** Given up, and nobody ever handed in or reported a payment of it. */
const UNPAID = { state: "EXPIRED", signature: null, reportedSignature: null } as const;

const LIST = `
  select ${columnsOf(Object.values(Prisma.QuoteScalarFieldEnum))} from "Quotes"
  where state = 'EXPIRED' and signature is null and reported_signature is null and updated_at < $1
  order by updated_at limit $2`;

/** Quotes that were given up before a moment and that nobody handed in or reported a payment of, the oldest first. */
export function listUnpaid({ before, limit }: { before: Date; limit: number }): Promise<QuoteRecord[]> {
  return runStatement<QuoteRecord>(LIST, [before, limit]);
}

/** Notes that the chain was asked for a quote that stays, so that it does not stand in the way of others. */
export async function putOff(ids: readonly string[], now: Date): Promise<void> {
  await database().quote.updateMany({ where: { id: { in: [...ids] }, ...UNPAID }, data: { updatedAt: now } });
}

/**
 * Deletes those of the quotes that are still unpaid, with the idempotency keys they were kept under; one that somebody
 * settles at this moment stays. Returns how many.
 */
export function deleteUnpaid(ids: readonly string[]): Promise<number> {
  return inTransaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
      SELECT "id" FROM "Quotes" WHERE "id" = ANY(${[...ids]}::text[])
        AND "state" = 'EXPIRED' AND "signature" IS NULL AND "reported_signature" IS NULL
      ORDER BY "id" FOR UPDATE`);
    const gone = { in: locked.map(({ id }) => id) };
    await tx.callKey.deleteMany({ where: { quoteId: gone } });
    return (await tx.quote.deleteMany({ where: { id: gone } })).count;
  });
}
