import { createPublicKey } from "node:crypto";
import { findAddressBytes } from "@/lib/chain/solana/address";
import { database, type Database } from "@/lib/db/client";
import {
  listPublishedKeys,
  type PublishedKey,
  findCurrentKey,
  findPublishedKey,
  insertFirstKey,
  endOtherKeys,
  upsertCurrentKey,
} from "@/lib/log/attestation/keys/repository";
import { type Clock, HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { inTransaction } from "@/lib/db/transaction";
import { draftKeyFile, loadPlatformKey, platformKey } from "@/lib/log/attestation/platform-key";
import { Gauge } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";
import { withTimeout } from "@/lib/kernel/with-timeout";

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex"); // RFC 8410: Ed25519, then the 32 key bytes

/** The PEM (SubjectPublicKeyInfo) of an Ed25519 key that is named by its base58 bytes, for tools such as openssl. */
export function pemOfKeyId(keyId: string): string {
  const bytes = findAddressBytes(keyId);
  if (!bytes) throw new Error("a stored key id is not base58 of 32 bytes");
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: "der", type: "spki" });
  return key.export({ type: "spki", format: "pem" }) as string;
}

/** Every key this market signs with or did, the one in use first. Reading it changes nothing. */
export const listKeys = (): Promise<PublishedKey[]> => listPublishedKeys(database());

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

/** A process that still has the former key may sign with it for this long after another one has come. */
const OVERLAP_MS = HOUR_MS;

/** What else is written when another key ends the one before it, in the same transaction. */
export type AtRotation = (db: Database, ended: string, now: Date) => Promise<void>;

/**
 * Makes a key, new or former, the one that signs from now on; the one before it gets an end. Both stay published.
 * Returns the one before it, or null. Throws what the database says when two keys are made current at once: only one
 * can be.
 */
export async function makeCurrent(keyId: string, clock: Clock, also?: AtRotation): Promise<string | null> {
  const now = clock.now();
  const othersUntil = new Date(now.getTime() + OVERLAP_MS);
  const before = await inTransaction(async (tx) => {
    const current = await findCurrentKey(tx);
    await endOtherKeys(tx, keyId, othersUntil);
    await upsertCurrentKey(tx, keyId, now);
    if (current && current.keyId !== keyId) await also?.(tx, current.keyId, now);
    return current?.keyId ?? null;
  });
  askAgain();
  if (before === keyId) return before;
  logger.info({ keyId }, "a key begins to sign");
  if (before !== null) logger.info({ keyId: before, until: othersUntil }, "a key ends");
  return before;
}

/**
 * Makes a new key, or the given one (PEM), the market's, and puts it into `file`; the former private key is gone, its
 * public half stays published with an end. What runs takes the key up with its next signature. Returns both key ids.
 */
export async function rotateKey(
  { file, pem, also }: { file: string; pem?: string; also?: AtRotation | undefined },
  clock: Clock,
): Promise<{ from: string | null; to: string }> {
  const draft = draftKeyFile(file, pem);
  try {
    const { keyId: to } = loadPlatformKey({ file: draft.path });
    const from = await makeCurrent(to, clock, also);
    draft.keep();
    return { from, to };
  } finally {
    draft.discard();
  }
}

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;
const STATES: KeyStanding["state"][] = ["current", "ending", "refused"];

const standing = new Gauge({
  name: "emporion_platform_key",
  help: "1 for what the key of this process is: current, ending (it was replaced), or refused (it may not sign)",
  labelNames: ["state"],
  registers: [metrics],
});

/** Asks anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measurePlatformKey(): Promise<void> {
  standing.reset();
  try {
    const asking = standingOfKey(platformKey().keyId, systemClock.now());
    const { state } = await withTimeout(asking, PATIENCE_MS, () => new Error("too slow"));
    for (const each of STATES) standing.set({ state: each }, each === state ? 1 : 0);
  } catch {
    // `emporion_database_up` says so
  }
}
