import type { Database } from "@/lib/db/client";
import { recordEvent } from "@/lib/registry/events";
import { refreshListing } from "@/lib/registry/refresh-listing";
import { lockStandingVersions, setYanked } from "@/lib/registry/versions-repository";

/**
 * Takes every version of an owner's skills back, as `yankVersion` does one: grants of those who paid stay, names stay taken.
 * What was not published yet never will be, and nothing is said of it. Runs in the caller's transaction, which holds the owner's
 * account, so that nothing new comes.
 */
export async function withdrawSkills(
  db: Database,
  { ownerId, reason, now }: { ownerId: string; reason: string; now: Date },
): Promise<void> {
  const versions = await lockStandingVersions(db, ownerId);
  for (const { id } of versions) await setYanked(db, id, now, reason);
  for (const skillId of new Set(versions.map((version) => version.skillId))) {
    await refreshListing(db, skillId, now);
  }
  for (const { id: versionId, slug, version, packageDigest, published } of versions) {
    if (!published) continue;
    const data = { slug, version, packageDigest, reason };
    await recordEvent(db, { kind: "version:yanked", versionId, data }, now, ownerId);
  }
}
