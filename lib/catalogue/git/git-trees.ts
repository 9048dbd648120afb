import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { blobStore, storeBlob } from "@/lib/platform/blobs/current-blob-store";
import { packArchiveTree } from "./pack-archive-tree";
import { insertGitTree, selectGitTrees } from "./repository";

export { deleteGitTree } from "./repository";

/** Archives being packed in this process: callers at the same time share one. */
const underWay = new Map<string, Promise<string>>();

interface StoredArchive {
  archiveDigest: string;
  packageDigest: string;
}

/** Packs the tree of an archive, unless it is stored already, for everybody who asks later, and gives its id. Throws PACKAGE_CORRUPT. */
export function storeGitTree(archive: StoredArchive): Promise<string> {
  const { archiveDigest } = archive;
  const made =
    underWay.get(archiveDigest) ?? make(archive, systemClock).finally(() => underWay.delete(archiveDigest));
  underWay.set(archiveDigest, made);
  return made;
}

async function make({ archiveDigest, packageDigest }: StoredArchive, clock: Clock): Promise<string> {
  const [stored] = await selectGitTrees(database(), [archiveDigest]);
  if (stored) return stored.treeId;
  const packed = await packArchiveTree(await blobStore().get(archiveDigest));
  if (packed?.packageDigest !== packageDigest) {
    throw new DomainError("PACKAGE_CORRUPT", "The stored package is not what was published.", {
      details: { archiveDigest },
    });
  }
  const { treeId, entryList, entries } = packed;
  const entriesDigest = await storeBlob(entries, clock);
  await insertGitTree(database(), {
    archiveDigest,
    treeId,
    entriesDigest,
    entryList,
    createdAt: clock.now(),
  });
  return treeId;
}
