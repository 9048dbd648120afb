import type { Database } from "@/lib/db/client";
import type { Grant, Prisma } from "@/lib/db/generated/client";

export type GrantRecord = Grant;

/** The grant of one of the quote's calls; most quotes have one call. */
export function findGrant(db: Database, quoteId: string, position = 1): Promise<GrantRecord | null> {
  return db.grant.findUnique({ where: { quoteId_position: { quoteId, position } } });
}

/** The payment of such a quote has vanished: whatever was not used of its grants is withdrawn. */
const VANISHED = { quote: { state: "ORPHANED" as const } };

/**
 * GRANTED → RUNNING for one run, or from a run that was not heard of since `staleBefore`; false when neither, or when the payment has
 * vanished.
 */
export async function takeFreeGrant(
  db: Database,
  id: string,
  { runId, staleBefore }: { runId: string; staleBefore: Date },
): Promise<boolean> {
  const data = { state: "RUNNING" as const, runId, attempts: { increment: 1 } };
  const abandoned = { state: "RUNNING" as const, updatedAt: { lt: staleBefore } };
  const where = { id, OR: [{ state: "GRANTED" as const }, abandoned], NOT: VANISHED };
  return (await db.grant.updateMany({ where, data })).count === 1;
}

/**
 * RUNNING → CONSUMED by the run that holds it; the quote follows with its last grant. False when this run does not hold it.
 * Must run inside one transaction.
 */
export async function consumeHeldGrant(db: Database, runId: string): Promise<boolean> {
  const held = await db.grant.updateMany({ where: { runId, state: "RUNNING" }, data: { state: "CONSUMED" } });
  if (held.count === 0) return false;
  const quotes = { state: "GRANTED" as const, grants: { some: { runId } } };
  // Locks the quote, so that of two runs that end at once the second sees what the first has done.
  await db.quote.updateMany({ where: quotes, data: { reason: null } });
  const done = { ...quotes, NOT: { grants: { some: { state: { not: "CONSUMED" as const } } } } };
  await db.quote.updateMany({ where: done, data: { state: "CONSUMED" } });
  return true;
}

/** RUNNING → GRANTED, so that the call can be run again, if it is still paid for; false when this run does not hold it. */
export async function freeHeldGrant(db: Database, runId: string): Promise<boolean> {
  return (await freeGrants(db, { runId })) === 1;
}

/** The runs are at work still: what frees the grants of dead ones passes over theirs. */
export async function prolongHolds(db: Database, runIds: readonly string[]): Promise<void> {
  await db.grant.updateMany({
    where: { runId: { in: [...runIds] }, state: "RUNNING" },
    data: { updatedAt: new Date() },
  });
}

/** Frees every grant whose hold was taken or prolonged before `before`, and not since; returns how many. */
export async function freeGrantsHeldSince(db: Database, before: Date): Promise<number> {
  return freeGrants(db, { updatedAt: { lt: before } });
}

async function freeGrants(db: Database, which: Prisma.GrantWhereInput): Promise<number> {
  const where = { ...which, state: "RUNNING" as const };
  const lost = await db.grant.updateMany({
    where: { ...where, ...VANISHED },
    data: { state: "WITHDRAWN", runId: null },
  });
  const data = { state: "GRANTED" as const, runId: null };
  const freed = await db.grant.updateMany({ where: { ...where, NOT: VANISHED }, data });
  return lost.count + freed.count;
}
