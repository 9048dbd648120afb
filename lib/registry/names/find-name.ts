import { database } from "@/lib/db/client";
import { findCalledSkill } from "@/lib/registry/names/names-repository";
import { findSlugOfVersion } from "@/lib/registry/packages/files-repository";
import { findVersionName } from "@/lib/registry/versions/versions-repository";

export { findCalledSkill } from "@/lib/registry/names/names-repository";

/** What the skill is called now that is or was called this; null when there is none. One query. */
export async function findPresentName(name: string): Promise<string | null> {
  return (await findCalledSkill(database(), name))?.slug ?? null;
}

/** What a version is called; null when there is none with this id. */
export function findNameOfVersion(versionId: string): Promise<{ slug: string; version: string } | null> {
  return findSlugOfVersion(database(), versionId);
}

interface VersionName {
  /** What its SKILL.md calls the skill, which leads to it whatever it is called now. */
  skill: string;
  version: string;
}

const MAX_CACHED = 10_000;
/** A version never changes, so what was read once stays true. */
const cache = new Map<string, VersionName>();

/** What a version is called, for answers that know its id alone. Throws for an id that no version has. */
export async function versionName(versionId: string): Promise<VersionName> {
  const known = cache.get(versionId);
  if (known) return known;
  const name = await findVersionName(database(), versionId);
  if (!name) throw new Error(`there is no version ${versionId}`);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(versionId, name);
  return name;
}
