import { DomainError } from "@/lib/kernel/errors";
import { findNameOfVersion } from "@/lib/registry/names/find-name";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { SkillDetail } from "@/lib/registry/views";

/** The page of a version by its id. Throws NOT_FOUND, and SKILL_QUARANTINED with the reason. */
export async function getPackageOfVersion(versionId: string): Promise<SkillDetail> {
  const name = await findNameOfVersion(versionId);
  if (!name) throw new DomainError("NOT_FOUND", "There is no such version.");
  return getSkill(name.slug, { version: name.version });
}
