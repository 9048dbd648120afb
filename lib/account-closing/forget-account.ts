import { endAuditRoles } from "@/lib/audits/end-audit-roles";
import { forgetKept } from "@/lib/core-tools/forget-kept";
import type { Database } from "@/lib/db/client";
import { forgetClaimsOf } from "@/lib/publishing/drafts/forget-claims";
import { forgetWaysIn } from "@/lib/identity/forget-ways-in";
import { dropWaitingMails } from "@/lib/mail/queue-mail";
import { forgetSender } from "@/lib/moderation/forget-sender";
import { forgetAccessChangesOf } from "@/lib/events/notices/forget-access-changes";
import { forgetDomainsOf } from "@/lib/identity/domains/forget-domains";
import { forgetPublicationsOf } from "@/lib/publishing/publications/forget-publications";
import { forgetUploader } from "@/lib/registry/publishers/forget-uploader";
import { forgetStars } from "@/lib/catalogue/star-skill";
import { forgetReviews } from "@/lib/reviews/forget-reviews";
import { forgetCaller } from "@/lib/running/runs/forget-caller";
import { cancelTransfers } from "@/lib/ownership/transfers/cancel-transfers";
import { forgetUploadsOf } from "@/lib/publishing/uploads/collect-files";

/** Whose traces are removed. */
export interface Forgotten {
  accountId: string;
  /** An address the account has proven: only then is what waits for it the account's. */
  email: string | null;
}

/**
 * Removes what is an account's own and no public record, in the caller's transaction: ways in, keys, links that wait,
 * and what it wrote or kept for itself. Doing it again removes what came meanwhile.
 */
export async function forgetAccount(db: Database, forgotten: Forgotten, now: Date): Promise<void> {
  const { accountId, email } = forgotten;
  const agents = await forgetWaysIn(db, forgotten);
  await forgetAccessChangesOf(db, accountId);
  await forgetDomainsOf(db, accountId);
  await forgetClaimsOf(db, forgotten);
  if (email !== null) await dropWaitingMails(db, email);
  await forgetKept(db, [accountId, ...agents]);
  await forgetPublicationsOf(db, accountId);
  await forgetUploadsOf(db, accountId);
  await forgetStars(db, accountId);
  await forgetUploader(db, accountId);
  await cancelTransfers(db, accountId, now);
  await forgetReviews(db, accountId);
  await forgetSender(db, accountId);
  await forgetCaller(db, accountId);
  await endAuditRoles(db, accountId, now);
}
