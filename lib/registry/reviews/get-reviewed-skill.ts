import type { Database } from "@/lib/db/client";
import { skillQuarantined } from "@/lib/kernel/errors";
import { findReviewedSkill, type ReviewedSkill } from "@/lib/registry/reviews/repository";
import { notPublished } from "@/lib/registry/versions/find-version";

/** The skill a review is about. Throws SKILL_NOT_FOUND and SKILL_QUARANTINED. */
export async function getReviewedSkill(db: Database, slugOrId: string): Promise<ReviewedSkill> {
  const skill = await findReviewedSkill(db, slugOrId);
  if (skill?.quarantineReason) throw skillQuarantined(skill.slug, skill.quarantineReason);
  if (skill?.latestVersionId) return skill;
  throw notPublished(slugOrId);
}
