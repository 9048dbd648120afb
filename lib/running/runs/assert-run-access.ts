import { database } from "@/lib/db/client";
import { assertAccess, opens } from "@/lib/running/runs/access-token";
import { findQuoteOfRun } from "@/lib/running/runs/runs-repository";

/**
 * Throws PERMISSION_DENIED unless `token` opens the run: its own, or that of the quote it was paid by. Whoever is told
 * that a paid call is being made, or was made, knows the run by its id and holds the token of the quote.
 */
export async function assertRunAccess(runId: string, token: string | undefined): Promise<void> {
  if (opens(runId, token)) return;
  const quoteId = token === undefined ? null : await findQuoteOfRun(database(), runId);
  assertAccess(quoteId ?? runId, token);
}
