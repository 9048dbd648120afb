import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import {
  findModeratedSkill,
  listQuarantinedSkills,
  type QuarantinedSkillRow,
} from "@/lib/moderation/repository";

const LISTED = 200;

export interface QuarantineView {
  skillId: string;
  slug: string;
  ownerId: string | null;
  since: string;
  reason: string;
}

/** Why a skill is in quarantine, for everybody; null when it is not. */
export async function findQuarantine(slugOrId: string): Promise<QuarantineView | null> {
  const skill = await findModeratedSkill(database(), slugOrId);
  if (!skill?.quarantinedAt || skill.quarantineReason === null) return null;
  const { id, slug, ownerId, quarantinedAt, quarantineReason } = skill;
  return { skillId: id, slug, ownerId, since: quarantinedAt.toISOString(), reason: quarantineReason };
}

/** Skills in quarantine for administrators, newest first. Throws PERMISSION_DENIED. */
export async function listQuarantined(actor: Actor): Promise<QuarantinedSkillRow[]> {
  assertAdministrator(actor);
  return listQuarantinedSkills(database(), LISTED);
}
