import { DAY_MS } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { deleteUploadsBefore } from "@/lib/publishing/drafts/quota-repository";
import { deleteStaleVerifications, deleteVerificationsOf } from "@/lib/publishing/drafts/repository";
import { forgetAgentTokens } from "@/lib/identity/agents/forget-agent-tokens";
import { forgetRegistrations } from "@/lib/identity/registration/forget-registrations";

const KEEP_LINKS_MS = 30 * DAY_MS;
const KEEP_COUNTS_MS = 2 * DAY_MS;

/**
 * Forgets links nobody confirmed, with the addresses they were sent to, and counts of uploads no limit looks at
 * any more.
 */
export async function forgetClaims(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_LINKS_MS);
  await deleteStaleVerifications(database(), before);
  await forgetAgentTokens(before);
  await forgetRegistrations(before);
  await deleteUploadsBefore(database(), new Date(now.getTime() - KEEP_COUNTS_MS));
}

/**
 * Forgets the links to claim drafts that an account used or that wait for its proven address, in the caller's
 * transaction. The drafts themselves stay what they are: somebody else may claim them until their time is over.
 */
export function forgetClaimsOf(
  db: Database,
  account: { accountId: string; email: string | null },
): Promise<void> {
  return deleteVerificationsOf(db, account);
}
