import { selectOffered } from "@/lib/running/runnable-repository";

/**
 * Which of these versions are still offered: published, approved, neither withdrawn nor of a skill in quarantine. What a
 * version's publisher wrote reaches a model only while it is. One statement, asked again and again while they are in use.
 */
export async function listOffered(versionIds: readonly string[]): Promise<ReadonlySet<string>> {
  return versionIds.length === 0 ? new Set() : new Set(await selectOffered(versionIds));
}
