import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findOrCreateAccountByWallet, shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { type Actor, toActor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { createKeyText, hashKey, prefixOfKey } from "@/lib/identity/keys/authenticate-api-key";
import {
  countWorkingKeys,
  insertApiKey,
  isKeyOf,
  isMadeWith,
  isWorkingKey,
  listApiKeyRows,
  revokeKeysWhere,
  type ApiKeyRow,
} from "@/lib/identity/keys/api-keys-repository";
import { MAX_KEY_NAME_CHARACTERS } from "@/lib/identity/schema";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** What nobody sees cannot be typed either, and a name is typed to revoke its key. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** The name of a new key. Throws REQUEST_INVALID for one that is empty, too long or unprintable. */
function readKeyName(name: string): string {
  const read = name.trim();
  if (read !== "" && Array.from(read).length <= MAX_KEY_NAME_CHARACTERS && !UNPRINTABLE.test(read))
    return read;
  throw new DomainError(
    "REQUEST_INVALID",
    `A key has a name of 1 to ${MAX_KEY_NAME_CHARACTERS} printable characters.`,
    { details: { errors: [{ pointer: "#/name", detail: "1 to 60 printable characters" }] } },
  );
}

/** Whether a key is called what somebody has typed; keyboards compose accents in more than one way. */
export const isNameTyped = (name: string, typed: string): boolean =>
  name.normalize("NFC") === typed.trim().normalize("NFC");

type NewKey = ApiKeyView & { key: string };

interface ToMake {
  actor: Actor;
  name: string;
  /** The wallet that proved who makes it, where the actor is not in a session: then it is the one that confirmed that. */
  wallet?: string | null;
  /** It uploads versions for a person to release, and does nothing else. */
  mayOnlyStage?: boolean;
}

const MAX_WORKING_KEYS = 20;

/**
 * A new API key of the actor's account; one that a program makes ends with the program's own (`revokeApiKey`). Its text
 * is in the answer and nowhere else: only its hash is stored. Throws REQUEST_INVALID for a name that is empty, too long
 * or unprintable, PERMISSION_DENIED beyond 20 working keys, AUTH_FAILED for a closed account or a key that was revoked
 * meanwhile, CONFIRMATION_REQUIRED for a session.
 */
export function createApiKey(
  actor: Actor,
  name: string,
  clock: Clock = systemClock,
  { mayOnlyStage = false }: Pick<ToMake, "mayOnlyStage"> = {},
): Promise<NewKey> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const made = await createKeyIn(tx, { actor, name, mayOnlyStage }, now);
    const { accountId } = actor;
    await recordAccessChange(tx, { accountId, change: "key-made", what: made.prefix, by: actor }, now);
    return made;
  });
}

/** The same inside what belongs together with it, and is what the account's owner is told of. */
export async function createKeyIn(
  db: Database,
  { actor, name, wallet = actor.session?.confirmedBy ?? null, mayOnlyStage = false }: ToMake,
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
    mayOnlyStage,
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

/** A key as its owner sees it after the first time. */
export interface ApiKeyView {
  id: string;
  name: string;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Id of the key a program made it with, and with which it ends; null for one a person made or let in. */
  madeBy: string | null;
  /** The wallet whose signature proved who made it or let it in; null for a password or a key. */
  wallet: string | null;
  /** It uploads versions for a person to release, and does nothing else. */
  mayOnlyStage: boolean;
}

/** Programs make keys and revoke them for as long as they like. */
const REVOKED_SHOWN = 100;

/** The keys of the actor's account, newest first, with those revoked last. */
export async function listApiKeys({ accountId }: Actor): Promise<ApiKeyView[]> {
  return (await listApiKeyRows(database(), { accountId, revoked: REVOKED_SHOWN })).map(toApiKeyView);
}

/** The working ones of all `keys` of an account that end with a wallet: made with its signature, or with such a key. */
export function listKeysOfWallet(keys: readonly ApiKeyView[], wallet: string): ApiKeyView[] {
  const working = keys.filter(({ revokedAt }) => revokedAt === null);
  const ids = new Set(working.filter((key) => key.wallet === wallet).map(({ id }) => id));
  // Newest first: whatever made a key comes after it.
  for (const { id, madeBy } of working.toReversed()) if (madeBy !== null && ids.has(madeBy)) ids.add(id);
  return working.filter(({ id }) => ids.has(id));
}

function toApiKeyView(row: ApiKeyRow): ApiKeyView {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    madeBy: row.madeById,
    wallet: row.wallet,
    mayOnlyStage: row.mayOnlyStage,
  };
}

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

export interface WalletKey extends ApiKeyView {
  accountId: string;
  username: string;
  /** Shown this once. */
  key: string;
}

/**
 * An API key for whoever holds a wallet, with the answer to a question that was put for it: of the account the wallet
 * signs in to, which its first proof opens. The proof is one of this moment, as making a key asks for, and the owner is
 * told of the key. Throws what `takeSignInChallenge` and `createApiKey` throw.
 */
export async function makeKeyWithWallet(
  attempt: Omit<SignInAttempt, "purpose">,
  name: string,
): Promise<WalletKey> {
  const wallet = await takeSignInChallenge({ ...attempt, purpose: "key" });
  const account = await findOrCreateAccountByWallet(wallet);
  const proof = { confirmedAt: systemClock.now(), confirmedBy: wallet };
  const actor = toActor(account, { id: null, version: account.sessionVersion, wallet, ...proof });
  const made = await createApiKey(actor, name);
  return { ...made, accountId: account.id, username: account.username };
}
