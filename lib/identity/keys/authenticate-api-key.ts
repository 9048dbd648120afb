import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/kernel/digest";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { findApiKeyByHash, touchApiKey, type OwnedApiKeyRow } from "@/lib/identity/keys/api-keys-repository";

const RANDOM_BYTES = 32;
const FORM = /^sk_[0-9a-f]{64}$/;
const PREFIX_LENGTH = 11;

/** A new key: shown once to its owner, then known by its hash alone. 256 random bits need no slow hash. */
export function createKeyText(): string {
  return `sk_${randomBytes(RANDOM_BYTES).toString("hex")}`;
}

/** True for a text of the form of a key; it may still not be one. */
function isKeyText(text: string): boolean {
  return FORM.test(text);
}

export function hashKey(text: string): string {
  return sha256Hex(text);
}

/** The part of a key that its owner is shown in lists. */
export function prefixOfKey(text: string): string {
  return text.slice(0, PREFIX_LENGTH);
}

/** A busy agent would otherwise write a row for each request. */
const LAST_USED_EVERY_MS = 60_000;

/**
 * The account behind an API key. Throws AUTH_FAILED for a text that is no key, an unknown one and a revoked one alike.
 */
export async function authenticateApiKey(key: string, clock: Clock = systemClock): Promise<Actor> {
  const row = isKeyText(key) ? await findApiKeyByHash(hashKey(key)) : null;
  if (!row || row.revokedAt) throw new DomainError("AUTH_FAILED", "This API key is not valid.");
  await noteUse(row, clock.now());
  const { accountId, username, role, address } = row;
  return {
    accountId,
    username,
    role,
    address,
    reachable: row.email === null || row.emailVerifiedAt !== null,
    session: null,
    apiKey: { id: row.id, prefix: row.prefix, mayOnlyStage: row.mayOnlyStage },
  };
}

/**
 * Throws EMAIL_NOT_VERIFIED for an account whose e-mail address was never confirmed; one without an address has
 * its wallet.
 */
export function assertReachable(actor: Actor): void {
  if (actor.reachable) return;
  throw new DomainError("EMAIL_NOT_VERIFIED", "Confirm the email address of the account before publishing.");
}

async function noteUse({ id, lastUsedAt }: OwnedApiKeyRow, now: Date): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < LAST_USED_EVERY_MS) return;
  await touchApiKey(database(), id, now);
}
