import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  findGrant,
  findGrantPause,
  takeFreeGrant,
  type FoundGrant,
  type TakenGrant,
} from "@/lib/payments/grants/grant-repository";
import { HOLD_MS } from "@/lib/payments/grants/reserve-grant";

const NOT_PAID = "This quote is not paid: POST /v1/quotes/{id}/payment comes first.";
const MADE = "The paid call was made; read it again with GET /v1/runs/{run_id} and the token of the quote.";
const BEING_MADE =
  "The paid call is being made; wait, and read it with GET /v1/runs/{run_id} and the token of the quote.";

/**
 * Gives the grant of one call of a settled quote (the first, if not said) to one run: GRANTED → RUNNING. Of any number
 * of runs that try, one gets it. A grant whose run was not heard of for `HOLD_MS` (`holdGrant`) is as good as free: its
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
