import { openBlobStore } from "@/lib/blobs/open-blob-store";
import type { BlobStore } from "@/lib/blobs/blob-store";
import { env } from "@/lib/config/env";

let store: BlobStore | undefined;

/** The blob store of this process, opened on first use from `BLOB_STORE`. */
export function blobStore(): BlobStore {
  return (store ??= openBlobStore(env().BLOB_STORE));
}
