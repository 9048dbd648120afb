import { HOUR_MS, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { askAgain } from "@/lib/log/attestation/keys/assert-may-sign";
import { endOtherKeys, findCurrentKey, upsertCurrentKey } from "@/lib/log/attestation/keys/repository";

/** A process that still has the former key may sign with it for this long after another one has come. */
const OVERLAP_MS = HOUR_MS;

/**
 * Makes a key, new or former, the one that signs from now on; the one before it gets an end. Both stay published.
 * Returns the one before it, or null. Throws what the database says when two keys are made current at once: only one
 * can be.
 */
export async function makeCurrent(keyId: string, clock: Clock): Promise<string | null> {
  const now = clock.now();
  const othersUntil = new Date(now.getTime() + OVERLAP_MS);
  const before = await inTransaction(async (tx) => {
    const current = await findCurrentKey(tx);
    await endOtherKeys(tx, keyId, othersUntil);
    await upsertCurrentKey(tx, keyId, now);
    return current?.keyId ?? null;
  });
  askAgain();
  if (before === keyId) return before;
  logger.info({ keyId }, "a key begins to sign");
  if (before !== null) logger.info({ keyId: before, until: othersUntil }, "a key ends");
  return before;
}
