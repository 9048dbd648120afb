import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { readTarget } from "@/lib/skill-format";
import { getConvertedPackage } from "./get-converted-package";
import { findConvertible } from "./repository";

/** Makes and stores the package of every platform a version converts for; those already stored cost a look. */
export async function convertVersion(versionId: string, clock: Clock = systemClock): Promise<void> {
  const version = await findConvertible(database(), versionId);
  for (const name of version?.convertsTo ?? []) {
    const target = readTarget(name);
    if (target) await getConvertedPackage(versionId, target, clock);
  }
}
