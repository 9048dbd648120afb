import type { Database } from "@/lib/db/client";
import { cancelTransfersOf } from "@/lib/ownership/transfers/repository";

/** Ends every open offer that an account made or was made, in the caller's transaction. */
export function cancelTransfers(db: Database, accountId: string, now: Date): Promise<void> {
  return cancelTransfersOf(db, accountId, now);
}
