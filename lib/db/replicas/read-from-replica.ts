import { replicas } from "@/lib/db/client";
import { goOnWithPrimary, readFrom } from "@/lib/db/replicas/reading";
import { countReading } from "@/lib/db/replicas/replica-metrics";

/**
 * Does `read` with a replica, if `isNewEnough`, which asks that same replica, finds it so; else with the primary. For
 * what may be a moment old, for everybody who asks. What `read` writes goes to the primary, and from then on it reads there.
 */
export async function readFromReplica<T>(
  isNewEnough: () => Promise<boolean>,
  read: () => Promise<T>,
): Promise<T> {
  const all = replicas();
  if (all.all.length === 0) return read();
  const replica = all.choose();
  if (replica === null) {
    countReading("primary");
    return read();
  }
  return readFrom(replica, async () => {
    const found = await isNewEnough();
    if (!found) goOnWithPrimary();
    countReading(found ? "replica" : "primary");
    return read();
  });
}
