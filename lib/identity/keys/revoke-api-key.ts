import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { isKeyOf, isMadeWith, revokeKeysWhere } from "@/lib/identity/keys/api-keys-repository";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";

/**
 * Withdraws a key of the actor's account for good, and every key that was made with it: whoever had it keeps none. One
 * that is being made at that moment ends too, or is refused. A program withdraws its own key and what was made with it:
 * a stolen key must not end all others of its owner. Throws NOT_FOUND for any other id and for a key already withdrawn,
 * PERMISSION_DENIED for a program and another key, and AUTH_FAILED for a closed account.
 */
export async function revokeApiKey(actor: Actor, keyId: string, clock: Clock = systemClock): Promise<void> {
  const { accountId } = actor;
  const revoked = await inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId);
    await assertMayRevoke(tx, actor, keyId);
    return revokeKeysWhere(tx, { id: keyId }, { accountId, at: clock.now() });
  });
  if (!revoked) throw new DomainError("NOT_FOUND", "You have no working key with this id.");
}

/** What is no key of the account is nobody's business here, and told so like an unknown one. */
async function assertMayRevoke(db: Database, { accountId, apiKey }: Actor, keyId: string): Promise<void> {
  if (apiKey === undefined || apiKey.id === keyId || !(await isKeyOf(db, { id: keyId, accountId }))) return;
  if (await isMadeWith(db, keyId, apiKey.id)) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    "A key revokes itself and the keys that were made with it. Its owner revokes others on /keys.",
  );
}
