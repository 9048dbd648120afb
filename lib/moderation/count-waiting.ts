import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { countWaitingRows } from "@/lib/moderation/repository";
import type { Waiting } from "@/lib/moderation/waiting";

/** How much waits for an administrator's decision, by the page it waits on. One query. Throws PERMISSION_DENIED. */
export async function countWaiting(actor: Actor): Promise<Waiting> {
  assertAdministrator(actor);
  return countWaitingRows(database());
}
