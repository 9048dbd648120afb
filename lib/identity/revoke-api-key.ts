import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { revokeKeyOf } from "@/lib/identity/api-keys-repository";

/** Withdraws a key of the actor's account for good. Throws NOT_FOUND for any other id, and for a key already withdrawn. */
export async function revokeApiKey(actor: Actor, keyId: string, clock: Clock = systemClock): Promise<void> {
  const revoked = await revokeKeyOf(database(), { id: keyId, accountId: actor.accountId, at: clock.now() });
  if (!revoked) throw new DomainError("NOT_FOUND", "You have no working key with this id.");
}
