import { createHash } from "node:crypto";
import { database } from "@/lib/db/client";
import type { CallKey } from "@/lib/db/generated/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";

export type CallKeyRecord = CallKey;

/** An idempotency key with the request it was sent with. */
export interface CallRequestKey {
  keyHash: string;
  requestDigest: string;
}

// Whoever knows a key and its request gets the stored answer, so a key must not be guessable.
const KEY = /^[\x21-\x7e]{16,200}$/;

/**
 * The key of a request; null without one. Each account has its own keys, and callers without an account share one
 * space. Throws REQUEST_INVALID for a key that could be guessed.
 */
export function readCallKey(
  { idempotencyKey, accountId = "" }: { idempotencyKey?: string; accountId?: string },
  requestDigest: string,
): CallRequestKey | null {
  if (idempotencyKey === undefined) return null;
  assertUnguessable(idempotencyKey);
  const keyHash = createHash("sha256").update(`${accountId}\0${idempotencyKey}`).digest("hex");
  return { keyHash, requestDigest };
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
export async function findStoredAnswer({
  keyHash,
  requestDigest,
}: CallRequestKey): Promise<CallKeyRecord | null> {
  const stored = await database().callKey.findUnique({ where: { keyHash } });
  if (stored === null || stored.requestDigest === requestDigest) return stored;
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This idempotency key was used for another request.");
}

/**
 * Stores a free run under the key; returns the run that counts, which is an earlier one if two requests ran at once.
 */
export async function storeRun(key: CallRequestKey, runId: string): Promise<string> {
  if (await insert(key, { runId })) return runId;
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
  const isStored = ended === null ? await insert(key, { quoteId }) : await replace(key, ended, quoteId);
  return isStored ? quoteId : ((await findStoredAnswer(key))?.quoteId ?? quoteId);
}

/** Ties a key to its answer; false when it was taken meanwhile. */
async function insert(
  key: CallRequestKey,
  answer: { quoteId: string } | { runId: string },
): Promise<boolean> {
  try {
    await database().callKey.create({ data: { ...key, ...answer } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Moves a key from one quote to another; false when somebody else has done so. */
async function replace({ keyHash }: CallRequestKey, ended: string, quoteId: string): Promise<boolean> {
  const where = { keyHash, quoteId: ended };
  return (await database().callKey.updateMany({ where, data: { quoteId } })).count === 1;
}
