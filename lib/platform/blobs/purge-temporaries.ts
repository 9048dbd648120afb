import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { KEEP_HOURS } from "@/lib/platform/blobs/purge-blobs";
import { HOUR_MS } from "@/lib/kernel/clock";

/**
 * Removes files that killed processes were writing, from a part of the store at a time: each part is looked at about
 * every other day. Writing one takes seconds, and who finds its file gone all the same writes it once more. Returns how
 * many were removed.
 */
export async function purgeTemporaries(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_HOURS * HOUR_MS);
  return (await blobStore().purgeTemporaries?.(before, now)) ?? 0;
}
