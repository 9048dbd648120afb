import type { Database } from "@/lib/db/client";
import * as repository from "@/lib/moderation/repository";

/**
 * Forgets what an account wrote to the administrators, in the caller's transaction: its appeals are deleted with the
 * skills they were about withdrawn; its reports speak of other people's skills and stay, without saying whose they are.
 */
export function forgetSender(db: Database, accountId: string): Promise<void> {
  return repository.forgetSender(db, accountId);
}
