import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { deleteUnderWay, holdUnderWay, listNamed, upsertUnderWay } from "@/lib/platform/blobs/repository";
import { HOUR_MS } from "@/lib/kernel/clock";
import { RETENTION } from "@/lib/db/retention";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";

/** Longer by far than any upload takes from its blob to its row. */
export const KEEP_HOURS = 24 * RETENTION.BlobsUnderWay.kept.by.purgeBlobs.days;
const KEEP_MS = KEEP_HOURS * HOUR_MS;
/**
 * So few that a deletion in a distant store ends well within its transaction, for which a writer of the same
 * bytes waits.
 */
const BATCH = 50;
const TIMEOUT_MS = 60_000;

/**
 * Deletes the blobs of uploads that came to nothing: stored more than `KEEP_HOURS` before `now`, and named by no row.
 * Each is deleted while its entry is held, and whoever stores the same bytes writes that entry first (`storeBlob`):
 * they come before, and it is kept, or after, and store it anew. What is named stays for ever, as its row does. Returns
 * how many were deleted.
 */
export async function purgeBlobs(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  for (let swept = 0; ;) {
    const { held, deleted } = await inTransaction((tx) => sweepSome(tx, before), { timeoutMs: TIMEOUT_MS });
    swept += deleted;
    if (held < BATCH) return swept;
  }
}

async function sweepSome(
  tx: Parameters<typeof holdUnderWay>[0],
  before: Date,
): Promise<{ held: number; deleted: number }> {
  const held = await holdUnderWay(tx, { before, limit: BATCH });
  const named = await listNamed(tx, held);
  const orphans = held.filter((digest) => !named.has(digest));
  for (const digest of orphans) await blobStore().delete(digest);
  await deleteUnderWay(tx, held);
  return { held: held.length, deleted: orphans.length };
}

/**
 * Deletes a blob, in the transaction in which `release` takes away the row that names it, unless another row does: true
 * where it is gone. Killed before its end the row still names it, and doing it again deletes it. Who stores the same
 * bytes at this moment comes before, and loses them, or after.
 */
export async function releaseBlob(
  digest: string,
  release: (tx: Database) => Promise<void>,
  now: Date,
): Promise<boolean> {
  return inTransaction(
    async (tx) => {
      await upsertUnderWay(tx, digest, now);
      await release(tx);
      const isNamed = (await listNamed(tx, [digest])).has(digest);
      if (!isNamed) await blobStore().delete(digest);
      await deleteUnderWay(tx, [digest]);
      return !isNamed;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/**
 * Removes files that killed processes were writing, from a part of the store at a time: each part is looked at about
 * every other day. Writing one takes seconds, and who finds its file gone all the same writes it once more. Returns how
 * many were removed.
 */
export async function purgeTemporaries(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_HOURS * HOUR_MS);
  return (await blobStore().purgeTemporaries?.(before, now)) ?? 0;
}
