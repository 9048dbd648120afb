import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sha256Digest } from "@/lib/digest";
import { assertBlobIntact, blobKey, blobMissing, type BlobStore } from "./blob-store";

/**
 * A blob store in a directory. A blob is written beside its place, flushed, and moved into it, so that a reader
 * or a crash meets the whole blob or none. Several processes may share the directory.
 */
export function directoryBlobStore(root: string): BlobStore {
  const placeOf = (digest: string) => path.join(root, blobKey(digest));
  return {
    async put(bytes) {
      const digest = sha256Digest(bytes);
      // A damaged blob is replaced: the caller holds the right bytes.
      if (!(await isIntact(placeOf(digest), digest))) await writeDurably(placeOf(digest), bytes);
      return digest;
    },
    async get(digest) {
      const bytes = await readFile(placeOf(digest)).catch((error: unknown) => {
        throw isAbsent(error) ? blobMissing(digest, error) : error;
      });
      assertBlobIntact(bytes, digest);
      return bytes;
    },
    async has(digest) {
      return stat(placeOf(digest)).then(
        (found) => found.isFile(),
        (error: unknown) => {
          if (isAbsent(error)) return false;
          throw error;
        },
      );
    },
    async delete(digest) {
      await rm(placeOf(digest), { force: true });
    },
  };
}

async function isIntact(place: string, digest: string): Promise<boolean> {
  try {
    return sha256Digest(await readFile(place)) === digest;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function writeDurably(place: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(place);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.tmp-${randomBytes(8).toString("hex")}`);
  try {
    await writeAndSync(temporary, bytes);
    await rename(temporary, place);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the move itself survive a power cut. Windows cannot open a folder, and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
