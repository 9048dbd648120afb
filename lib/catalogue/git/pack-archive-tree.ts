import { offThread } from "@/lib/kernel/threads/off-thread";
import { packTree, readAcceptedArchive, writeEntryList } from "@/lib/package";

/** Twenty megabytes are deflated in less than two seconds. */
const LIMIT_MS = 10_000;

/** The tree of a stored archive as it is kept; null for an archive that cannot be read. */
interface PackedArchiveTree {
  packageDigest: string;
  treeId: string;
  entryList: Uint8Array<ArrayBuffer>;
  entries: Uint8Array<ArrayBuffer>;
}

/** Unpacks a stored archive and packs it as git's objects, in a thread. */
export const packArchiveTree = offThread(
  "pack-archive-tree",
  (archive: Uint8Array): PackedArchiveTree | null => {
    const read = readAcceptedArchive(archive);
    if (!read.ok) return null;
    const { treeId, entries } = packTree(read.package.files);
    return {
      packageDigest: read.package.digest,
      treeId,
      entryList: writeEntryList(entries),
      entries: Uint8Array.from(Buffer.concat(entries.map(({ bytes }) => bytes))),
    };
  },
  { limitMs: LIMIT_MS },
);
