import type { BlobStore } from "@/lib/platform/blobs/blob-store";
import { env } from "@/lib/platform/config/env";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { directoryBlobStore } from "./directory-blob-store";
import { s3BlobStore, type S3BlobStoreOptions } from "./s3-blob-store";
import { sha256Digest } from "@/lib/kernel/digest";
import { upsertUnderWay } from "@/lib/platform/blobs/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";

let store: BlobStore | undefined;

/** The blob store of this process, opened on first use from `BLOB_STORE`. */
export function blobStore(): BlobStore {
  return (store ??= openBlobStore(env().BLOB_STORE));
}

/**
 * Opens the blob store a URL names:
 *
 * - `file:///var/lib/emporion/blobs`, or `file:.data/blobs` relative to the working directory;
 * - `s3://bucket/prefix?endpoint=http://127.0.0.1:9000&region=us-east-1`, credentials from the environment in
 *   the usual way (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, profile or instance role).
 *
 * Nothing is touched before the first call. @throws RangeError for any other URL.
 */
export function openBlobStore(url: string, options: Pick<S3BlobStoreOptions, "credentials"> = {}): BlobStore {
  if (url.startsWith("file:")) return directoryBlobStore(readFileUrl(url));
  if (url.startsWith("s3:")) return s3BlobStore({ ...readS3Url(url), ...options });
  throw new RangeError("A blob store URL begins with file: or s3:.");
}

function readFileUrl(url: string): string {
  if (url.startsWith("file://")) return fileURLToPath(url);
  const folder = url.slice("file:".length);
  if (folder === "") throw new RangeError("A file: blob store needs a folder, such as file:.data/blobs.");
  return path.resolve(folder);
}

function readS3Url(url: string): S3BlobStoreOptions {
  const parsed = new URL(url);
  if (parsed.hostname === "")
    throw new RangeError("An s3: blob store needs a bucket, such as s3://packages.");
  const endpoint = parsed.searchParams.get("endpoint");
  const region = parsed.searchParams.get("region");
  return {
    bucket: parsed.hostname,
    prefix: parsed.pathname.replace(/^\/|\/$/g, ""),
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
  };
}

/**
 * Stores bytes for a row that is about to name them, and gives their digest. From now on there are `KEEP_HOURS` to
 * write that row (`purgeBlobs`). Not inside of a transaction: what it writes down must be there before the blob is.
 */
export async function storeBlob(bytes: Uint8Array, clock: Clock = systemClock): Promise<string> {
  await upsertUnderWay(database(), sha256Digest(bytes), clock.now());
  return blobStore().put(bytes);
}
