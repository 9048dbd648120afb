import type { Database } from "@/lib/db/client";
import { updateUsername } from "@/lib/identity/accounts/accounts-repository";
import { enqueue } from "@/lib/jobs/queue";

/**
 * Gives an open account another user name, in the caller's transaction; its skills are found under it when the worker
 * has listed them anew. Violates a unique constraint when somebody has the name, or had it.
 */
export async function changeUsername(
  db: Database,
  accountId: string,
  given: { username: string; now: Date },
): Promise<void> {
  await updateUsername(db, accountId, given);
  await enqueue(db, {
    kind: "relist_skills",
    payload: { accountId },
    dedupeKey: `relist:${accountId}`,
    runAt: given.now,
  });
}
