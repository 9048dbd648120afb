import type { Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { findCurrentKey, findPublishedKey, insertFirstKey } from "@/lib/log/attestation/keys/repository";

const BELIEVED_MS = 60_000;

const believed = new Map<string, number>();
const toldOfEnd = new Set<string>();

/** What the database knows of a key. `ending`: another one follows, and this one may sign until then. */
export type KeyStanding =
  | { state: "current" }
  | { state: "ending"; until: Date }
  | { state: "refused"; current: string };

/**
 * Whether a key may sign what has to be verifiable later. The first key of a market becomes its current one by this;
 * every other one needs `makeCurrent`, so that a process with a forgotten or wrong key changes nothing for others.
 */
export async function standingOfKey(keyId: string, now: Date): Promise<KeyStanding> {
  const known = await findPublishedKey(database(), keyId);
  if (known?.validUntil === null) return { state: "current" };
  if (known?.validUntil && known.validUntil > now) return { state: "ending", until: known.validUntil };
  let current = await findCurrentKey(database());
  if (current === null && known === null && (await insertFirstKey(database(), keyId, now))) {
    logger.info({ keyId }, "the market's first key signs from now on");
    return { state: "current" };
  }
  // Another asker, here or in another process, may have made it, or this very key, the first one meanwhile.
  current ??= await findCurrentKey(database());
  return current?.keyId === keyId
    ? { state: "current" }
    : { state: "refused", current: current?.keyId ?? "another" };
}

/**
 * Called before each signature; a good answer is believed for a minute. Throws INTERNAL for a key that the database
 * does not know as current, and for one whose time is over.
 */
export async function assertMaySign(keyId: string, clock: Clock): Promise<void> {
  const now = clock.now();
  if ((believed.get(keyId) ?? 0) > now.getTime()) return;
  const standing = await standingOfKey(keyId, now);
  if (standing.state === "refused") {
    logger.error({ keyId, current: standing.current }, "this process's key may not sign");
    throw new DomainError("INTERNAL", "This process signs with a key that is not the market's; restart it.");
  }
  const endMs = standing.state === "ending" ? standing.until.getTime() : Infinity;
  if (standing.state === "ending" && !toldOfEnd.has(keyId)) {
    toldOfEnd.add(keyId);
    logger.warn({ keyId, until: standing.until }, "this process's key was replaced and ends: restart it");
  }
  believed.set(keyId, Math.min(now.getTime() + BELIEVED_MS, endMs));
}

/** Forgets what was believed: a key may have begun or ended by this process's own doing. */
export function askAgain(): void {
  believed.clear();
  toldOfEnd.clear();
}
