import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { findNameIssue, type NameIssue } from "@/lib/package";
import {
  listNewestStored,
  listStoredVersions,
  type StoredVersion,
} from "@/lib/registry/packages/files-repository";
import { isOffered } from "@/lib/registry/versions/find-version";

const PAGE = 200;

/** A version that is offered, was stored before its names were refused, and the first of them. */
export interface RefusedVersion extends StoredVersion {
  path: string;
  fault: NameIssue;
}

export interface StoredCheck {
  checked: number;
  lost: StoredVersion[];
  refused: RefusedVersion[];
}

/**
 * Reads the package of every version and names those that are gone or no longer match their digest, and those on offer
 * that hold a name which no upload may have any more; `checked` counts all. What it takes: the reading of every package once.
 * Throws when the store itself cannot be read.
 */
export async function checkStoredPackages(): Promise<StoredCheck> {
  const lost: StoredVersion[] = [];
  const refused: RefusedVersion[] = [];
  let checked = 0;
  for (let after = ""; ;) {
    const page = await listStoredVersions(database(), { after, limit: PAGE });
    for (const stored of page) {
      checked++;
      if (!(await isWhole(stored.archiveDigest))) lost.push(stored);
      if (isOffered(stored) && !stored.isQuarantined) refused.push(...findRefused(stored));
    }
    after = page.at(-1)?.id ?? "";
    if (page.length < PAGE) return { checked, lost, refused };
  }
}

function findRefused(stored: StoredVersion): RefusedVersion[] {
  for (const path of stored.paths) {
    const fault = findNameIssue(path);
    if (fault !== null) return [{ ...stored, path, fault }];
  }
  return [];
}

const SAMPLE = 5;

/** Of how many packages, the newest, the store has how many: one that is empty or another one has none. */
export async function sampleStoredPackages(): Promise<{ expected: number; found: number }> {
  const digests = await listNewestStored(database(), SAMPLE);
  const stored = await Promise.all(digests.map((digest) => blobStore().has(digest)));
  return { expected: digests.length, found: stored.filter(Boolean).length };
}

async function isWhole(digest: string): Promise<boolean> {
  try {
    await blobStore().get(digest);
    return true;
  } catch (error) {
    if (isDomainError(error, "PACKAGE_CORRUPT")) return false;
    throw error;
  }
}
