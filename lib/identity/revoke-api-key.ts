import { systemClock, type Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { revokeKeyOf } from "@/lib/identity/api-keys-repository";
import { holdAccount } from "@/lib/identity/hold-account";

/**
 * Withdraws a key of the actor's account for good, and every key that was made with it: whoever had it keeps none. One that is being made at
 * that moment ends too, or is refused. Throws NOT_FOUND for any other id, for a key already withdrawn, and AUTH_FAILED for a closed account.
 */
export async function revokeApiKey(actor: Actor, keyId: string, clock: Clock = systemClock): Promise<void> {
  const { accountId } = actor;
  const revoked = await inTransaction(async (tx) => {
    await holdAccount(tx, accountId);
    return revokeKeyOf(tx, { id: keyId, accountId, at: clock.now() });
  });
  if (!revoked) throw new DomainError("NOT_FOUND", "You have no working key with this id.");
}
