import type { Database } from "@/lib/db/client";
import { clearUploader } from "@/lib/registry/versions/versions-repository";

/** Forgets that an account uploaded versions, of its own skills or of others', in the caller's transaction. */
export function forgetUploader(db: Database, accountId: string): Promise<void> {
  return clearUploader(db, accountId);
}
