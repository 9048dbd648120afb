import type { Clock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import {
  findPublishedKey,
  insertPublishedKey,
  listPublishedKeys,
  type PublishedKey,
} from "@/lib/attestation/keys/repository";

/** A process that still has the former key may sign with it for this long after a new one has come. */
const OVERLAP_MS = HOUR_MS;
const BELIEVED_MS = 60_000;

const believed = new Map<string, number>();

/**
 * Publishes the key that signs from now on, if it is new, and gives the key before it an end; afterwards both are
 * listed. Called before a signature that has to be verifiable later; the answer is believed for a minute. Throws
 * INTERNAL for a key whose time is over: a process that was not restarted after a rotation must not sign.
 */
export async function publishKey(keyId: string, clock: Clock): Promise<void> {
  const now = clock.now();
  if ((believed.get(keyId) ?? 0) > now.getTime()) return;
  const key = await publishIfNew(keyId, now);
  if (key?.validUntil && key.validUntil <= now) {
    throw new DomainError("INTERNAL", "This process signs with a key that was replaced; restart it.");
  }
  const endMs = key?.validUntil?.getTime() ?? Infinity;
  believed.set(keyId, Math.min(now.getTime() + BELIEVED_MS, endMs));
}

async function publishIfNew(keyId: string, now: Date): Promise<PublishedKey | null> {
  const known = await findPublishedKey(database(), keyId);
  if (known) return known;
  const othersUntil = new Date(now.getTime() + OVERLAP_MS);
  return inTransaction(async (tx) => {
    await insertPublishedKey(tx, keyId, { validFrom: now, othersUntil });
    return findPublishedKey(tx, keyId);
  });
}

/**
 * Every key this market signs with or did, the newest first; the one given is among them. A process whose own key was
 * replaced tells them like any other.
 */
export async function listKeys(keyId: string, clock: Clock): Promise<PublishedKey[]> {
  await publishIfNew(keyId, clock.now());
  return listPublishedKeys(database());
}
