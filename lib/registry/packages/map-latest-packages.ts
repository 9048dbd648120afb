import { database } from "@/lib/db/client";
import { selectLatestPackages, type LatestPackage } from "@/lib/registry/packages/files-repository";

export type { LatestPackage };

/**
 * The packages of the newest versions of skills, by the id of the skill; skills without one are left out. One query.
 */
export async function mapLatestPackages(skillIds: readonly string[]): Promise<Map<string, LatestPackage>> {
  if (skillIds.length === 0) return new Map();
  const packages = await selectLatestPackages(database(), skillIds);
  return new Map(packages.map((each) => [each.skillId, each]));
}
