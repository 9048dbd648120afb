import { database } from "@/lib/db/client";
import { logger } from "@/lib/kernel/observability/logger";
import { prolongHolds } from "@/lib/payments/grants/grant-repository";

const PROLONG_EVERY_MS = 4_000;
/** A hold that nobody has prolonged for this long belongs to a process that is no more. */
export const HOLD_MS = 20_000;

const held = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/**
 * Does the work of a run that holds a grant, and says every few seconds that its process lives, however long it takes.
 * When the process dies the hold ends by itself after `HOLD_MS` (`releaseStaleGrants`), so the payer can have the call
 * made again soon. A process that could not say so in time loses the hold, and `consumeGrant` tells it.
 */
export async function reserveGrant<T>(runId: string, work: () => Promise<T>): Promise<T> {
  held.add(runId);
  timer ??= setInterval(() => void prolong(), PROLONG_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    held.delete(runId);
    if (held.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}

/** One statement for all runs of this process. */
async function prolong(): Promise<void> {
  try {
    await prolongHolds(database(), [...held]);
  } catch (error) {
    logger.warn({ err: error }, "the holds of runs under way could not be prolonged");
  }
}
