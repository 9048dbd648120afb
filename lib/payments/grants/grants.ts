import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  findGrant,
  findGrantPause,
  takeFreeGrant,
  type FoundGrant,
  type TakenGrant,
  prolongHolds,
  consumeHeldGrant,
  freeHeldGrant,
  freeStaleGrants,
} from "@/lib/payments/grants/grant-repository";
import { logger } from "@/lib/kernel/observability/logger";
import { grantsMade } from "@/lib/payments/settlement/payment-metrics";

const NOT_PAID = "This quote is not paid: POST /v1/quotes/{id}/payment comes first.";
const MADE = "The paid call was made; read it again with GET /v1/runs/{run_id} and the token of the quote.";
const BEING_MADE =
  "The paid call is being made; wait, and read it with GET /v1/runs/{run_id} and the token of the quote.";

/**
 * Gives the grant of one call of a settled quote (the first, if not said) to one run: GRANTED → RUNNING. Of any number
 * of runs that try, one gets it. A grant whose run was not heard of for `HOLD_MS` (`reserveGrant`) is as good as free: its
 * process died. Tries of a call that goes on failing are spaced: RATE_LIMITED says when the next one may be made, and the
 * grant stays. Throws `GRANT_NOT_FOUND`, `RUN_IN_PROGRESS` and `GRANT_ALREADY_CONSUMED` (both name the run), or
 * `SETTLEMENT_FAILED` for a grant that was withdrawn. Takes the caller's transaction, so that the run's own row can be
 * written with it.
 */
export async function takeGrant(
  { quoteId, call = 1, runId }: { quoteId: string; call?: number; runId: string },
  db: Database = database(),
): Promise<TakenGrant> {
  const taken = await takeFreeGrant(db, { quoteId, position: call }, { runId, staleMs: HOLD_MS });
  if (taken) return taken;
  const grant = await findGrant(db, quoteId, call);
  if (grant?.state === "GRANTED" && !grant.isPaymentGone) await assertRested(db, grant);
  throw grant ? notFree(grant) : new DomainError("GRANT_NOT_FOUND", NOT_PAID, { details: { quoteId } });
}

/** A call that failed several times would otherwise take a place from everybody, again and again. */
async function assertRested(db: Database, { id, quoteId }: FoundGrant): Promise<void> {
  const seconds = await findGrantPause(db, id);
  if (seconds === 0) return;
  throw new DomainError(
    "RATE_LIMITED",
    `This call failed several times. It stays paid; make it again in ${seconds} s.`,
    { details: { quoteId, retryAfterSeconds: seconds } },
  );
}

function notFree({ state, quoteId, runId, isPaymentGone }: FoundGrant): DomainError {
  const details = { quoteId, runId };
  if (state === "CONSUMED") {
    return new DomainError("GRANT_ALREADY_CONSUMED", MADE, {
      details,
    });
  }
  // A grant that was given back while its payment was found to have vanished was not there to be withdrawn.
  if (state === "WITHDRAWN" || (state === "GRANTED" && isPaymentGone)) {
    return new DomainError(
      "SETTLEMENT_FAILED",
      "The payment vanished from the chain; its grant was withdrawn.",
      { details },
    );
  }
  return new DomainError("RUN_IN_PROGRESS", BEING_MADE, { details });
}

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

/** How a run of a paid call ended, and whose doing it was if it failed. */
export type RunEnd = "done" | "failed_by_caller" | "failed_by_skill" | "failed_by_platform" | "not_begun";

/**
 * Ends a run's hold on its grant: a finished call uses it up, a failure of the skill or the platform gives it back, so
 * that the payer can run again without paying (the platform holds no money to return). True when this run held the
 * grant; false for a run that lost it meanwhile, whose result must not be delivered as the paid one.
 */
export async function consumeGrant(
  { runId, end }: { runId: string; end: RunEnd },
  db: Database = database(),
): Promise<boolean> {
  const used = end === "done" || end === "failed_by_caller";
  const held = await (used
    ? consumeHeldGrant(db, runId)
    : freeHeldGrant(db, runId, { begun: end !== "not_begun" }));
  if (held) grantsMade.inc({ end: used ? "used" : "given_back" });
  return held;
}

/**
 * Frees the grants of runs that have not ended and have not been heard of for `olderThanMs` (`reserveGrant`), because
 * their process died. The time is the database's. Returns how many were freed.
 */
export function releaseStaleGrants({ olderThanMs }: { olderThanMs: number }): Promise<number> {
  return freeStaleGrants(database(), olderThanMs);
}
