import { endAuditRoles } from "@/lib/audits/verifiers";
import { deleteStoredFor } from "@/lib/catalogue/core-tools/delete-stored";
import type { Database } from "@/lib/db/client";
import { deleteRowsOf } from "@/lib/db/purge-rows";
import { retireAgents } from "@/lib/identity/agents/retire-agents";
import { dropWaitingMails } from "@/lib/platform/mail/queue-mail";
import { cancelTransfers } from "@/lib/ownership/transfers/cancel-transfers";
import { deleteReviews } from "@/lib/registry/reviews/delete-reviews";

/** Whose traces are removed. */
export interface DeletedAccount {
  accountId: string;
  /** An address the account has proven: only then is what waits for it the account's. */
  email: string | null;
}

/**
 * Removes what is an account's own and no public record, in the caller's transaction, as `RETENTION` says: ways in,
 * keys, links that wait, and what it wrote or kept for itself. Doing it again removes what came meanwhile.
 */
export async function deletePersonalData(db: Database, forgotten: DeletedAccount, now: Date): Promise<void> {
  const { accountId, email } = forgotten;
  const agents = await retireAgents(db, forgotten);
  await deleteRowsOf(db, forgotten);
  if (email !== null) await dropWaitingMails(db, email);
  await deleteStoredFor(db, [accountId, ...agents]);
  await cancelTransfers(db, accountId, now);
  await deleteReviews(db, accountId);
  await endAuditRoles(db, accountId, now);
}
