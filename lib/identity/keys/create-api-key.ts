import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { createKeyText, hashKey, prefixOfKey } from "@/lib/identity/keys/api-key";
import { countWorkingKeys, insertApiKey, isWorkingKey } from "@/lib/identity/keys/api-keys-repository";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { readKeyName } from "@/lib/identity/keys/key-name";
import { toApiKeyView, type ApiKeyView } from "@/lib/identity/keys/list-api-keys";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { newId } from "@/lib/kernel/ids";

type NewKey = ApiKeyView & { key: string };

interface ToMake {
  actor: Actor;
  name: string;
  /** The wallet that proved who makes it, where the actor is not in a session: then it is the one that confirmed that. */
  wallet?: string | null;
}

const MAX_WORKING_KEYS = 20;

/**
 * A new API key of the actor's account; one that a program makes ends with the program's own (`revokeApiKey`). Its text
 * is in the answer and nowhere else: only its hash is stored. Throws REQUEST_INVALID for a name that is empty, too long
 * or unprintable, PERMISSION_DENIED beyond 20 working keys, AUTH_FAILED for a closed account or a key that was revoked
 * meanwhile, CONFIRMATION_REQUIRED for a session.
 */
export function createApiKey(actor: Actor, name: string, clock: Clock = systemClock): Promise<NewKey> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const made = await createKeyIn(tx, { actor, name }, now);
    const { accountId } = actor;
    await recordAccessChange(tx, { accountId, change: "key-made", what: made.prefix, by: actor }, now);
    return made;
  });
}

/** The same inside what belongs together with it, and is what the account's owner is told of. */
export async function createKeyIn(
  db: Database,
  { actor, name, wallet = actor.session?.confirmedBy ?? null }: ToMake,
  now: Date,
): Promise<NewKey> {
  const { accountId } = actor;
  const label = readKeyName(name);
  await shareLockAccount(db, accountId); // its keys are counted by one request at a time
  await assertMayMakeKeys(db, actor, now);
  if ((await countWorkingKeys(db, accountId)) >= MAX_WORKING_KEYS) {
    throw new DomainError("PERMISSION_DENIED", `An account has at most ${MAX_WORKING_KEYS} working keys.`);
  }
  const key = createKeyText();
  const facts = { keyHash: hashKey(key), prefix: prefixOfKey(key), createdAt: now };
  const row = await insertApiKey(db, {
    id: newId("key", now.getTime()),
    accountId,
    name: label,
    ...facts,
    wallet,
    ...(actor.apiKey ? { madeById: actor.apiKey.id } : {}),
  });
  return { ...toApiKeyView(row), key };
}

/**
 * A program makes keys with its own by contract (`POST /v1/keys/api`), while that works; whoever finds an open session
 * does not.
 */
async function assertMayMakeKeys(db: Database, actor: Actor, now: Date): Promise<void> {
  if (actor.session !== null) return assertConfirmed(db, actor, now);
  if (actor.apiKey === undefined || (await isWorkingKey(db, actor.apiKey.id))) return;
  throw new DomainError("AUTH_FAILED", "This API key is not valid.");
}
