import { database } from "@/lib/db/client";
import { raiseSessionVersion } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

/** Ends every session of the actor's account, this one too. API keys go on working. */
export async function endSessions(actor: Actor): Promise<void> {
  await raiseSessionVersion(database(), actor.accountId);
}
