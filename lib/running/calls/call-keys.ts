import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  findCallKey,
  hashCallKey,
  insertCallKey,
  moveCallKey,
  type CallKeyRecord,
} from "@/lib/running/calls/call-keys-repository";

/** An idempotency key with the request it was sent with. */
export interface CallRequestKey {
  keyHash: string;
  requestDigest: string;
}

// Whoever knows a key and its request gets the stored answer, so a key must not be guessable.
const KEY = /^[\x21-\x7e]{16,200}$/;

/** The key of a request; null without one. Throws REQUEST_INVALID for a key that could be guessed. */
export function readCallKey(
  { idempotencyKey, accountId }: { idempotencyKey?: string; accountId?: string },
  requestDigest: string,
): CallRequestKey | null {
  if (idempotencyKey === undefined) return null;
  assertUnguessable(idempotencyKey);
  return { keyHash: hashCallKey(idempotencyKey, accountId), requestDigest };
}

/** Throws REQUEST_INVALID for an idempotency key that could be guessed. */
export function assertUnguessable(idempotencyKey: string): void {
  if (KEY.test(idempotencyKey)) return;
  throw new DomainError(
    "REQUEST_INVALID",
    "An idempotency key has 16 to 200 printable ASCII characters; a random UUID is a good one.",
    { details: { parameter: "idempotency-key" } },
  );
}

/**
 * What is stored under the key; null for a new one. Throws IDEMPOTENCY_KEY_REUSED when it was used for another request.
 */
export async function findStoredAnswer(key: CallRequestKey): Promise<CallKeyRecord | null> {
  const stored = await findCallKey(database(), key.keyHash);
  if (stored === null || stored.requestDigest === key.requestDigest) return stored;
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This idempotency key was used for another request.");
}

/**
 * Stores a free run under the key; returns the run that counts, which is an earlier one if two requests ran at once.
 */
export async function storeRun(key: CallRequestKey, runId: string): Promise<string> {
  if (await insertCallKey(database(), key, { runId })) return runId;
  return (await findStoredAnswer(key))?.runId ?? runId;
}

/**
 * Stores a new quote under the key, in the place of `ended` if one has ended unpaid; returns the quote that counts,
 * which is somebody else's if two requests did this at once.
 */
export async function storeQuote(
  key: CallRequestKey,
  quoteId: string,
  ended: string | null,
): Promise<string> {
  const stored =
    ended === null
      ? await insertCallKey(database(), key, { quoteId })
      : await moveCallKey(database(), key.keyHash, { from: ended, to: quoteId });
  return stored ? quoteId : ((await findStoredAnswer(key))?.quoteId ?? quoteId);
}
