import { database, type Database } from "@/lib/db/client";
import { grantsMade } from "@/lib/payments/settlement/payment-metrics";
import { consumeHeldGrant, freeHeldGrant } from "@/lib/payments/grants/grant-repository";

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
