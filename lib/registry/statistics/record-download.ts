import { LRUCache } from "lru-cache";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { insertDownload } from "@/lib/registry/statistics/statistics-repository";

/** Who is counted for what today: nobody need ask the database again. */
const counted = new LRUCache<string, true>({ max: 20_000 });

export interface DownloadToCount {
  skillId: string;
  versionId: string;
  /** The target it was converted for; left out for the package itself. */
  platform?: string;
  /** Null for somebody who does not count, such as a crawler. */
  caller: CountedCaller | null;
}

/**
 * Counts a download of a version (USK, compatibility): once for each skill, identity and UTC day, whatever the version
 * and the platform. Returns whether it counted.
 */
export async function recordDownload(
  { skillId, versionId, platform, caller }: DownloadToCount,
  clock: Clock = systemClock,
): Promise<boolean> {
  if (!caller) return false;
  const occurredAt = clock.now();
  const identity = countedIdentity(caller, occurredAt);
  const name = JSON.stringify([skillId, identity]);
  if (counted.has(name)) return false;
  const isNew = await insertDownload(database(), {
    id: newId("dwn", occurredAt.getTime()),
    skillId,
    versionId,
    platform: platform ?? null,
    ...identity,
    occurredAt,
  });
  counted.set(name, true);
  return isNew;
}
