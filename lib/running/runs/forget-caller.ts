import type { Database } from "@/lib/db/client";
import { detachRuns } from "@/lib/running/runs/runs-repository";

/** Forgets which calls were an account's, in the caller's transaction. What a wallet paid for stays that wallet's. */
export function forgetCaller(db: Database, accountId: string): Promise<void> {
  return detachRuns(db, accountId);
}
