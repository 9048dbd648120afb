import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";
import type { Database } from "@/lib/db/client";
import { transition } from "@/lib/payments/quotes/quote-repository";
import { Prisma, type Grant } from "@/lib/db/generated/client";

/**
 * GRANTED: a call is paid for, and free to be made. RUNNING: a run holds it. CONSUMED: the run delivered. WITHDRAWN: its
 * payment has vanished.
 */
const GRANT_STATES = ["GRANTED", "RUNNING", "CONSUMED", "WITHDRAWN"] as const;

type GrantState = (typeof GRANT_STATES)[number];

interface GrantStep extends LifecycleStep<GrantState> {
  needs: string;
}

/** The life of a grant, the right to one call. A run that died loses its hold to the next run without a step between. */
export const GRANT_LIFECYCLE = {
  table: "Grants",
  column: "state",
  states: GRANT_STATES,
  begins: ["GRANTED"],
  steps: {
    takeFreeGrant: {
      from: ["GRANTED"],
      to: ["RUNNING"],
      needs: "its quote is not ORPHANED; after several failures, a pause",
    },
    consumeHeldGrant: { from: ["RUNNING"], to: ["CONSUMED"], needs: "the run that holds it has delivered" },
    freeHeldGrant: {
      from: ["RUNNING"],
      to: ["GRANTED", "WITHDRAWN"],
      needs: "the run that holds it has failed; WITHDRAWN where its quote is ORPHANED",
    },
    freeStaleGrants: {
      from: ["RUNNING"],
      to: ["GRANTED", "WITHDRAWN"],
      needs: "nobody has prolonged the hold for its time; WITHDRAWN where its quote is ORPHANED",
    },
    markOrphaned: { from: ["GRANTED"], to: ["WITHDRAWN"], needs: "its payment has vanished" },
  },
} as const satisfies Lifecycle<GrantState, GrantStep>;

/** A grant, and whether the payment it came of has vanished. */
export type FoundGrant = Grant & { isPaymentGone: boolean };
/** A grant that a run holds, with how many have held it so far. */
export type TakenGrant = Pick<Grant, "id" | "attempts">;

/** The grant of one of the quote's calls; most quotes have one call. */
export async function findGrant(db: Database, quoteId: string, position: number): Promise<FoundGrant | null> {
  const where = { quoteId_position: { quoteId, position } };
  const found = await db.grant.findUnique({ where, include: { quote: { select: { state: true } } } });
  return found && { ...found, isPaymentGone: found.quote.state === "ORPHANED" };
}

const { sql } = Prisma;

/**
 * Holds begin, go on and end by the clock of the database: with the clocks of two processes, which may be apart by more
 * than a hold lasts, one would take a call that the other is making. In whole milliseconds, as it is stored: rounded
 * alike, a moment that is read later is never before one that was written.
 */
const NOW = sql`clock_timestamp()::timestamptz(3)`;
const ago = (ms: number) => sql`${NOW} - ${ms}::float8 * interval '1 millisecond'`;

/** The payment of the quote of grant `g` has vanished: whatever was not used of its grants is withdrawn. */
const vanished = sql`EXISTS (SELECT 1 FROM "Quotes" q WHERE q."id" = g."quote_id" AND q."state" = 'ORPHANED')`;

/** The first tries of a call may follow each other at once; from then on each waits twice as long as the one before. */
const TRIES_AT_ONCE = 3;
const FIRST_WAIT_SECONDS = 5;
/** So that a call that goes on failing is tried six times an hour, and never lost. */
const LONGEST_WAIT_SECONDS = 600;

/** Seconds from the end of its last try until grant `g` may be taken again. */
const pause = sql`(CASE WHEN g."attempts" < ${TRIES_AT_ONCE} THEN 0 ELSE LEAST(${LONGEST_WAIT_SECONDS}::float8,
  ${FIRST_WAIT_SECONDS} * power(2, LEAST(g."attempts" - ${TRIES_AT_ONCE}, 20))) END)`;
/** Seconds still to wait; a last try in a time to come was made before the clock was set back. */
const left = sql`(CASE WHEN g."updated_at" > ${NOW} + interval '1 minute' THEN 0
  ELSE ${pause} - extract(epoch FROM ${NOW} - g."updated_at") END)`;

/** Seconds until a grant that is free may be taken again; 0 where it may be now. */
export async function findGrantPause(db: Database, grantId: string): Promise<number> {
  const [found] = await db.$queryRaw<{ left: number }[]>(sql`
    SELECT ${left}::float8 AS "left" FROM "Grants" g WHERE g."id" = ${grantId} AND g."state" = 'GRANTED'`);
  return Math.max(0, Math.ceil(found?.left ?? 0));
}

/**
 * GRANTED → RUNNING for one run, or from a run that was not heard of for `staleMs`; null when neither, when
 * there is none, when the payment has vanished, or after several failures too soon.
 */
export async function takeFreeGrant(
  db: Database,
  { quoteId, position }: { quoteId: string; position: number },
  { runId, staleMs }: { runId: string; staleMs: number },
): Promise<TakenGrant | null> {
  const taken = await db.$queryRaw<TakenGrant[]>(sql`
    UPDATE "Grants" g SET "state" = 'RUNNING', "run_id" = ${runId}, "attempts" = "attempts" + 1, "updated_at" = ${NOW}
    WHERE "quote_id" = ${quoteId} AND "position" = ${position}
      AND (("state" = 'GRANTED' AND ${left} <= 0) OR ("state" = 'RUNNING' AND "updated_at" <= ${ago(staleMs)})) AND NOT ${vanished}
    RETURNING g."id", g."attempts"`);
  return taken[0] ?? null;
}

/**
 * RUNNING → CONSUMED by the run that holds it; the quote follows with its last grant. False when this run does not hold
 * it. Must run inside one transaction.
 */
export async function consumeHeldGrant(db: Database, runId: string): Promise<boolean> {
  const [held] = await db.$queryRaw<{ calls: number }[]>(sql`
    WITH held AS (
      UPDATE "Grants" SET "state" = 'CONSUMED', "updated_at" = ${NOW} WHERE "run_id" = ${runId} AND "state" = 'RUNNING'
      RETURNING "quote_id", "calls"
    ), alone AS (
      UPDATE "Quotes" q SET "state" = 'CONSUMED', "reason" = NULL, "updated_at" = ${NOW} FROM held
      WHERE q."id" = held."quote_id" AND held."calls" = 1 AND q."state" = 'GRANTED'
    )
    SELECT "calls" FROM held`);
  if (!held) return false;
  if (held.calls === 1) return true;
  const quotes = { state: "GRANTED" as const, grants: { some: { runId } } };
  // Locks the quote, so that of two runs that end at once the second sees what the first has done.
  await db.quote.updateMany({ where: quotes, data: { reason: null } });
  await transition(db, "consume", { grants: { some: { runId }, every: { state: "CONSUMED" } } });
  return true;
}

/**
 * RUNNING → GRANTED, so that the call can be run again, if it is still paid for; false when this run does not hold it. A
 * run that never began was no try.
 */
export async function freeHeldGrant(
  db: Database,
  runId: string,
  { begun = true }: { begun?: boolean } = {},
): Promise<boolean> {
  return (await freeGrants(db, sql`g."run_id" = ${runId}`, begun ? 0 : 1)) === 1;
}

/** The runs are at work still: what frees the grants of dead ones passes over theirs. */
export async function prolongHolds(db: Database, runIds: readonly string[]): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE "Grants" SET "updated_at" = ${NOW} WHERE "run_id" = ANY(${[...runIds]}::text[]) AND "state" = 'RUNNING'`);
}

/** Frees every grant whose hold was taken or prolonged more than `staleMs` ago, and not since; returns how many. */
export async function freeStaleGrants(db: Database, staleMs: number): Promise<number> {
  // A hold from a time to come was taken before the clock was set back. Who has it may be at work, and prolongs it.
  await db.$executeRaw(sql`
    UPDATE "Grants" SET "updated_at" = ${NOW}
    WHERE "state" = 'RUNNING' AND "updated_at" > ${NOW} + interval '1 minute'`);
  return freeGrants(db, sql`g."updated_at" <= ${ago(staleMs)}`);
}

function freeGrants(db: Database, which: Prisma.Sql, triesLess = 0): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE "Grants" g SET "run_id" = NULL, "updated_at" = ${NOW}, "attempts" = GREATEST(0, "attempts" - ${triesLess}),
      "state" = CASE WHEN ${vanished} THEN 'WITHDRAWN'::"GrantState" ELSE 'GRANTED'::"GrantState" END
    WHERE g."state" = 'RUNNING' AND ${which}`);
}
