import { database } from "@/lib/db/client";
import { findVersionName } from "@/lib/registry/versions/versions-repository";

export interface VersionName {
  /** What its SKILL.md calls the skill, which leads to it whatever it is called now. */
  skill: string;
  version: string;
}

const MAX_KEPT = 10_000;
/** A version never changes, so what was read once stays true. */
const kept = new Map<string, VersionName>();

/** What a version is called, for answers that know its id alone. Throws for an id that no version has. */
export async function versionName(versionId: string): Promise<VersionName> {
  const known = kept.get(versionId);
  if (known) return known;
  const name = await findVersionName(database(), versionId);
  if (!name) throw new Error(`there is no version ${versionId}`);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(versionId, name);
  return name;
}
