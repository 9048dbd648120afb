import {
  MANIFEST_EDITION,
  listOldManifests,
  setManifest,
  type OldManifest,
} from "@/lib/publishing/versions-repository";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { contentDigest, sketchContent } from "@/lib/package";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { decideCallable, readRunFacts } from "@/lib/running/run-facts";
import { checkSkill } from "@/lib/skill-format";

/** In one go; what is left is done in the next. */
const MOST_AT_ONCE = 500;

export interface Renewal {
  /** Aborted, nothing more is begun. */
  signal?: AbortSignal;
  clock?: Clock;
  most?: number;
}

/**
 * Writes into manifests of an older edition who declares what, and what stands under `metadata`, read from the package
 * again, finds out what copies of them have in common and why they cannot be called, and lists their skills anew. Returns how many, each in a transaction of its own: what was done before it is interrupted stays done. A
 * package that cannot be read does not keep the others from it, and is tried again the next time; until then nothing
 * counts as declared by it. Where none is old it is one question to an index.
 */
export async function renewManifests({
  signal,
  clock = systemClock,
  most = MOST_AT_ONCE,
}: Renewal = {}): Promise<number> {
  let renewed = 0;
  for (const version of await listOldManifests(database(), most)) {
    if (signal?.aborted) break;
    if (await renew(version, clock)) renewed += 1;
  }
  if (renewed > 0) logger.info({ renewed, edition: MANIFEST_EDITION }, "manifests read anew");
  return renewed;
}

async function renew(
  { id, skillId, archiveDigest, packageDigest, manifest, ...terms }: OldManifest,
  clock: Clock,
) {
  try {
    const { files } = await loadPackage(archiveDigest, packageDigest);
    const read = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) }).manifest;
    const { origins, permissions, fromMetadata } = read;
    const { obstacles, tools } = await readRunFacts(read, { files });
    await inTransaction(async (tx) => {
      // What was stored stays: only what was never read is added.
      await setManifest(tx, id, {
        manifest: {
          ...manifest,
          origins,
          ...(fromMetadata === undefined ? {} : { fromMetadata }),
          ...(fromMetadata?.openClaw?.env === undefined ? {} : { permissions }),
        },
        contentDigest: contentDigest(files, read.slug),
        ...sketchContent(files, read.slug),
        tools,
        ...decideCallable({ ...terms, obstacles }),
      });
      await refreshListing(tx, skillId, clock.now());
    });
    return true;
  } catch (error) {
    logger.warn({ versionId: id, err: error }, "a manifest could not be read anew");
    return false;
  }
}
