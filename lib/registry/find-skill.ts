import type { Database } from "@/lib/db/client";
import * as skills from "@/lib/registry/skills-repository";

/** The skill of this id, or that is or was called so; null when there is none. */
export function findSkill(db: Database, slugOrId: string): Promise<skills.SkillNameRow | null> {
  return skills.findSkill(db, slugOrId);
}

/** The skill that has the canonical name, had it, or is to have it, with all its names. */
export function findSkillByName(db: Database, canonicalName: string): Promise<skills.NamedSkillRow | null> {
  return skills.findSkillByName(db, canonicalName);
}
