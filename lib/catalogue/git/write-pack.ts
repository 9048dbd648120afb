import { createHash } from "node:crypto";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { packEntry, packHeader, readEntryList, type PlacedEntry } from "@/lib/package";
import { storeGitTree } from "./git-trees";
import type { FetchPlan } from "./plan-fetch";
import { deleteGitTree, selectGitTrees } from "./repository";

/** Of so many commits that a client has we look which of our files are in them; those before hardly hold more. */
const MAX_HAD = 20;

/** What a pack is made of, and how large it will be. */
export interface PackPlan {
  /** As they stand in the pack. */
  commits: readonly Uint8Array[];
  parts: readonly PackPart[];
  count: number;
  sizeBytes: number;
}

/** Objects of one tree that no part before holds. */
interface PackPart {
  archiveDigest: string;
  packageDigest: string;
  entriesDigest: string;
  wanted: readonly PlacedEntry[];
}

/** Which objects of which stored trees a client is sent: each once, and none of a version that it has. Two queries at most. */
export async function planPack({ commits, had }: Pick<FetchPlan, "commits" | "had">): Promise<PackPlan> {
  const known = had.slice(0, MAX_HAD);
  const archives = [...commits, ...known].map(({ version }) => version.archiveDigest);
  const rows = await selectGitTrees(database(), [...new Set(archives)]);
  const trees = new Map(
    rows.map((row) => [row.archiveDigest, { ...row, placed: readEntryList(row.entryList) }]),
  );
  const seen = new Set<string>();
  for (const { version } of known)
    for (const { id } of trees.get(version.archiveDigest)?.placed ?? []) seen.add(id);
  const parts: PackPart[] = [];
  for (const { version } of commits) {
    const tree = trees.get(version.archiveDigest);
    if (tree === undefined) throw new Error(`the tree of ${version.versionId} vanished`);
    const wanted = tree.placed.filter(({ id }) => !seen.has(id));
    for (const { id } of wanted) seen.add(id);
    const { archiveDigest, packageDigest } = version;
    if (wanted.length > 0)
      parts.push({ archiveDigest, packageDigest, entriesDigest: tree.entriesDigest, wanted });
  }
  const packed = commits.map(({ content }) => packEntry("commit", content));
  const inParts = parts.flatMap(({ wanted }) => wanted);
  const sizeBytes =
    inParts.reduce((sum, { start, end }) => sum + end - start, 0) +
    packed.reduce((sum, { length }) => sum + length, 0);
  return { commits: packed, parts, count: packed.length + inParts.length, sizeBytes };
}

/**
 * The bytes of a pack, a stored tree in memory at a time: entries stand in it as they are stored, so nothing is deflated.
 * Throws PACKAGE_CORRUPT.
 */
export async function* writePack({ commits, parts, count }: PackPlan): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha1");
  const hashed = (bytes: Uint8Array) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(packHeader(count));
  for (const bytes of commits) yield hashed(bytes);
  for (const part of parts) for (const bytes of await readEntries(part)) yield hashed(bytes);
  yield hash.digest();
}

/** Stored entries that are gone or damaged are made again, because the archive is still there. */
async function readEntries(part: PackPart): Promise<Uint8Array[]> {
  try {
    return await cut(part);
  } catch (error) {
    if (!isDomainError(error, "PACKAGE_CORRUPT")) throw error;
    const { archiveDigest } = part;
    await deleteGitTree(database(), archiveDigest);
    await storeGitTree(part);
    const [made] = await selectGitTrees(database(), [archiveDigest]);
    if (made === undefined) throw error;
    const ids = new Set(part.wanted.map(({ id }) => id));
    // Other builds of zlib write other bytes for the same objects.
    const wanted = readEntryList(made.entryList).filter(({ id }) => ids.has(id));
    return cut({ entriesDigest: made.entriesDigest, wanted });
  }
}

async function cut({ entriesDigest, wanted }: Pick<PackPart, "entriesDigest" | "wanted">) {
  const entries = await blobStore().get(entriesDigest);
  return wanted.map(({ start, end }) => entries.subarray(start, end));
}
