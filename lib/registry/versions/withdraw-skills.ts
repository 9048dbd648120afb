import type { Database } from "@/lib/db/client";
import type { RegistryEvent } from "@/lib/events/registry-event";
import { clearListings } from "@/lib/registry/listing/repository";
import { lockStandingVersions, setAllYanked } from "@/lib/registry/versions/versions-repository";

/**
 * Takes every version of an owner's skills back, as `yankVersion` does one: grants of those who paid stay, names stay
 * taken. What was not published yet never will be, and nothing is said of it. Runs in the caller's transaction, which
 * holds the owner's account, so that nothing new comes, and records the events that are returned when it has done
 * everything else.
 */
export async function withdrawSkills(
  db: Database,
  { ownerId, reason, now }: { ownerId: string; reason: string; now: Date },
): Promise<RegistryEvent[]> {
  const versions = await lockStandingVersions(db, ownerId);
  const ids = versions.map(({ id }) => id);
  await setAllYanked(db, ids, now, reason);
  await clearListings(db, [...new Set(versions.map(({ skillId }) => skillId))], now);
  return versions
    .filter(({ published }) => published)
    .map(({ id: versionId, slug, version, packageDigest }) => {
      return { kind: "version:yanked", versionId, data: { slug, version, packageDigest, reason } };
    });
}
