import type { Database } from "@/lib/db/client";
import { lockSkill } from "@/lib/registry/skills-repository";
import { findSkillOfVersion } from "@/lib/registry/versions/versions-repository";

/** Holds the skill of a version until the transaction ends, and gives its id; null for an unknown version. */
export async function lockSkillOfVersion(db: Database, versionId: string, now: Date): Promise<string | null> {
  const skillId = await findSkillOfVersion(db, versionId);
  if (skillId !== null) await lockSkill(db, skillId, now);
  return skillId;
}
