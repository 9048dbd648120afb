import { endAuditRoles } from "@/lib/audits/verifiers";
import { forgetKept } from "@/lib/core-tools/forget-kept";
import type { Database } from "@/lib/db/client";
import { forgetOf } from "@/lib/db/forget-rows";
import { retireAgents } from "@/lib/identity/agents/retire-agents";
import { dropWaitingMails } from "@/lib/mail/queue-mail";
import { cancelTransfers } from "@/lib/ownership/transfers/cancel-transfers";
import { forgetReviews } from "@/lib/reviews/forget-reviews";

/** Whose traces are removed. */
export interface Forgotten {
  accountId: string;
  /** An address the account has proven: only then is what waits for it the account's. */
  email: string | null;
}

/**
 * Removes what is an account's own and no public record, in the caller's transaction, as `RETENTION` says: ways in,
 * keys, links that wait, and what it wrote or kept for itself. Doing it again removes what came meanwhile.
 */
export async function forgetAccount(db: Database, forgotten: Forgotten, now: Date): Promise<void> {
  const { accountId, email } = forgotten;
  const agents = await retireAgents(db, forgotten);
  await forgetOf(db, forgotten);
  if (email !== null) await dropWaitingMails(db, email);
  await forgetKept(db, [accountId, ...agents]);
  await cancelTransfers(db, accountId, now);
  await forgetReviews(db, accountId);
  await endAuditRoles(db, accountId, now);
}
