import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { HOUR_MS } from "@/lib/kernel/clock";
import { sha256Digest } from "@/lib/kernel/digest";
import { assertBlobIntact, blobKey, blobMissing, type BlobStore } from "./blob-store";

/** How a file is named that is being written, or whose writer was killed. */
const TEMPORARY = /^\.tmp-[0-9a-f]{16}$/;
/** A sweep looks through one of so many parts of the store, and in one of these periods through one. */
const PARTS = 256;
const PART_MS = HOUR_MS / 6;

/** Packages of drafts and of what is sold are the market's own: no other user of the machine reads them here. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

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
      if (!(await isIntact(placeOf(digest), digest))) await writeSurely(root, placeOf(digest), bytes);
      // Also of one that was there: who has moved it there may not have come to this yet, or may have been killed.
      await syncFolders(path.dirname(placeOf(digest)), path.resolve(root));
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
    purgeTemporaries: (before, now) => sweepPart(partOf(root, now), before),
    closeToOthers: () => closeToOthers(root),
  };
}

/**
 * The folder itself comes last, so that what was cut off is done again; where it is closed, so is all below. A store of
 * another user's is theirs to close.
 */
async function closeToOthers(place: string): Promise<void> {
  const found = await unlessAbsent(stat(place));
  if (!found?.isDirectory() || (found.mode & OTHERS) === 0 || found.uid !== process.getuid?.()) return;
  for (const entry of await list(place)) {
    const inside = path.join(place, entry.name);
    if (entry.isDirectory()) await closeToOthers(inside);
    else if (entry.isFile()) await unlessAbsent(chmod(inside, FILE_MODE));
  }
  await chmod(place, FOLDER_MODE);
}

/** Which part of the store it is the turn of. */
function partOf(root: string, now: Date): string {
  const part = Math.floor(now.getTime() / PART_MS) % PARTS;
  return path.join(root, part.toString(16).padStart(2, "0"));
}

async function sweepPart(part: string, before: Date): Promise<number> {
  let swept = 0;
  for (const folder of await list(part)) {
    if (!folder.isDirectory()) continue;
    const files = await list(path.join(part, folder.name));
    for (const { name } of files.filter((found) => TEMPORARY.test(found.name)))
      if (await removeOld(path.join(part, folder.name, name), before)) swept += 1;
  }
  return swept;
}

async function removeOld(file: string, before: Date): Promise<boolean> {
  const found = await unlessAbsent(stat(file));
  if (!found?.isFile() || found.mtimeMs >= before.getTime()) return false;
  await rm(file, { force: true });
  return true;
}

const list = async (folder: string) => (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? [];

async function unlessAbsent<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
}

async function isIntact(place: string, digest: string): Promise<boolean> {
  try {
    return sha256Digest(await readFile(place)) === digest;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** A sweep takes the file away under a writer that was stopped for a day, or on whose machine the clock has jumped. */
async function writeSurely(root: string, place: string, bytes: Uint8Array): Promise<void> {
  if ((await unlessAbsent(write(root, place, bytes).then(() => true))) === null)
    await write(root, place, bytes);
}

async function write(root: string, place: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(place);
  // Above the store others may have to pass, to what lies beside it.
  const above = await mkdir(path.dirname(path.resolve(root)), { recursive: true });
  const below = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const first = above ?? below;
  const temporary = path.join(folder, `.tmp-${randomBytes(8).toString("hex")}`);
  try {
    await writeAndSync(temporary, bytes);
    await rename(temporary, place);
    // Folders above the store, where its own was made as well.
    if (first !== undefined) await syncFolders(path.dirname(place), path.dirname(path.resolve(first)));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes what was made or moved in `folder`, and in those above it up to `top`, survive a power cut. */
async function syncFolders(folder: string, top: string): Promise<void> {
  let at = path.resolve(folder);
  await syncFolder(at);
  while (at !== top && at !== path.dirname(at)) {
    at = path.dirname(at);
    await syncFolder(at);
  }
}

async function writeAndSync(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx", FILE_MODE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Windows cannot open a folder, and needs no such call. */
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
