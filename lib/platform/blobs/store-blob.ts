import { sha256Digest } from "@/lib/kernel/digest";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { upsertUnderWay } from "@/lib/platform/blobs/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";

/**
 * Stores bytes for a row that is about to name them, and gives their digest. From now on there are `KEEP_HOURS` to
 * write that row (`purgeBlobs`). Not inside of a transaction: what it writes down must be there before the blob is.
 */
export async function storeBlob(bytes: Uint8Array, clock: Clock = systemClock): Promise<string> {
  await upsertUnderWay(database(), sha256Digest(bytes), clock.now());
  return blobStore().put(bytes);
}
