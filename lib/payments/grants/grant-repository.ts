import type { Database } from "@/lib/db/client";
import { Prisma, type Grant } from "@/lib/db/generated/client";

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
 * than a hold lasts, one would take a call that the other is making.
 */
const NOW = sql`clock_timestamp()`;
const ago = (ms: number) => sql`${NOW} - ${ms}::float8 * interval '1 millisecond'`;

/** The payment of the quote of grant `g` has vanished: whatever was not used of its grants is withdrawn. */
const vanished = sql`EXISTS (SELECT 1 FROM "Quotes" q WHERE q."id" = g."quote_id" AND q."state" = 'ORPHANED')`;

/**
 * GRANTED → RUNNING for one run, or from a run that was not heard of for `staleMs`; null when neither, when
 * there is none, or when the payment has vanished.
 */
export async function takeFreeGrant(
  db: Database,
  { quoteId, position }: { quoteId: string; position: number },
  { runId, staleMs }: { runId: string; staleMs: number },
): Promise<TakenGrant | null> {
  const taken = await db.$queryRaw<TakenGrant[]>(sql`
    UPDATE "Grants" g SET "state" = 'RUNNING', "run_id" = ${runId}, "attempts" = "attempts" + 1, "updated_at" = ${NOW}
    WHERE "quote_id" = ${quoteId} AND "position" = ${position}
      AND ("state" = 'GRANTED' OR ("state" = 'RUNNING' AND "updated_at" < ${ago(staleMs)})) AND NOT ${vanished}
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
  const done = { ...quotes, NOT: { grants: { some: { state: { not: "CONSUMED" as const } } } } };
  await db.quote.updateMany({ where: done, data: { state: "CONSUMED" } });
  return true;
}

/**
 * RUNNING → GRANTED, so that the call can be run again, if it is still paid for; false when this run does not hold it.
 */
export async function freeHeldGrant(db: Database, runId: string): Promise<boolean> {
  return (await freeGrants(db, sql`g."run_id" = ${runId}`)) === 1;
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
  return freeGrants(db, sql`g."updated_at" < ${ago(staleMs)}`);
}

function freeGrants(db: Database, which: Prisma.Sql): Promise<number> {
  return db.$executeRaw(sql`
    UPDATE "Grants" g SET "run_id" = NULL, "updated_at" = ${NOW},
      "state" = CASE WHEN ${vanished} THEN 'WITHDRAWN'::"GrantState" ELSE 'GRANTED'::"GrantState" END
    WHERE g."state" = 'RUNNING' AND ${which}`);
}
