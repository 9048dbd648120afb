import { database } from "@/lib/db/client";
import { sharedSettings } from "@/lib/duties/joining/shared-settings";
import {
  insertFingerprints,
  readFingerprints,
  upsertFingerprint,
} from "@/lib/duties/joining/settings-repository";

/**
 * Names the settings of this process that differ from those of its market. What nobody has settled yet is settled by
 * the first who comes.
 */
export async function findDifferingSettings(): Promise<string[]> {
  const mine = sharedSettings();
  await insertFingerprints(database(), mine);
  return differing(mine);
}

/** Makes the settings of this process those of the market; returns the names of the ones that changed. */
export async function acceptSettings(): Promise<string[]> {
  const mine = sharedSettings();
  const changed = await differing(mine);
  for (const setting of mine) await upsertFingerprint(database(), setting);
  return changed;
}

async function differing(mine: ReturnType<typeof sharedSettings>): Promise<string[]> {
  const settled = await readFingerprints(database());
  return mine.filter(({ name, fingerprint }) => settled.get(name) !== fingerprint).map(({ name }) => name);
}
