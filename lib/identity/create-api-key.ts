import { systemClock, type Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { createKeyText, hashKey, prefixOfKey } from "@/lib/identity/api-key";
import { countWorkingKeys, insertApiKey } from "@/lib/identity/api-keys-repository";
import { holdAccount } from "@/lib/identity/hold-account";
import { toApiKeyView, type ApiKeyView } from "@/lib/identity/list-api-keys";
import { newId } from "@/lib/ids";

const MAX_WORKING_KEYS = 20;
const MAX_NAME_CHARACTERS = 60;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/**
 * A new API key of the actor's account. Its text is in the answer and nowhere else: only its hash is stored.
 * Throws REQUEST_INVALID for a name that is empty, too long or unprintable, PERMISSION_DENIED beyond 20 working keys,
 * AUTH_FAILED for a closed account.
 */
export async function createApiKey(
  actor: Actor,
  name: string,
  clock: Clock = systemClock,
): Promise<ApiKeyView & { key: string }> {
  const label = name.trim();
  if (label === "" || Array.from(label).length > MAX_NAME_CHARACTERS || UNPRINTABLE.test(label)) {
    throw new DomainError(
      "REQUEST_INVALID",
      `A key has a name of 1 to ${MAX_NAME_CHARACTERS} printable characters.`,
      {
        details: { errors: [{ pointer: "#/name", detail: "1 to 60 printable characters" }] },
      },
    );
  }
  const key = createKeyText();
  const row = await inTransaction(async (tx) => {
    await holdAccount(tx, actor.accountId); // its keys are counted by one request at a time
    if ((await countWorkingKeys(tx, actor.accountId)) >= MAX_WORKING_KEYS) {
      throw new DomainError("PERMISSION_DENIED", `An account has at most ${MAX_WORKING_KEYS} working keys.`);
    }
    return insertApiKey(tx, {
      id: newId("key", clock.now().getTime()),
      accountId: actor.accountId,
      name: label,
      keyHash: hashKey(key),
      prefix: prefixOfKey(key),
      createdAt: clock.now(),
    });
  });
  return { ...toApiKeyView(row), key };
}
