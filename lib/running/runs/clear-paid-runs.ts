import { DAY_MS } from "@/lib/kernel/clock";
import { RETENTION } from "@/lib/db/retention";
import { inTransaction } from "@/lib/db/transaction";
import { clearPaidRuns as clearRows } from "@/lib/running/runs/runs-repository";
import { forgetQuotedInputs } from "@/lib/payments/quotes/forget-quoted-inputs";

const KEEP_MS = RETENTION.Runs.kept.by.clearPaidRuns.days * DAY_MS;
const MOST_AT_ONCE = 2_000;

/**
 * Empties paid runs of more than 35 days ago, up to `limit` at a time: what was put in and what came out is their
 * payer's business, and is not kept for ever. The runs stay with their digests, so receipts verify and a call is not
 * made twice. The input of a quote goes once all its calls were made; as long as one can be made it stays. Returns how
 * many runs were emptied.
 */
export async function clearPaidRuns(now: Date, limit = MOST_AT_ONCE): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  return inTransaction(async (tx) => {
    const grantIds = await clearRows(tx, { before, now, limit });
    await forgetQuotedInputs(tx, { grantIds, before, limit });
    return grantIds.length;
  });
}
