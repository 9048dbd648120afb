import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  getOwnSkill,
  listOwnAppeals,
  listVersionAppeals,
  type AppealRequest,
} from "@/lib/moderation/appeal-decision";
import type { AppealRow } from "@/lib/moderation/cases-repository";
import { findVersionToAppeal } from "@/lib/moderation/repository";

/**
 * What the actor asked about the quarantine of their skill, or about one version of it, and what was answered: the
 * newest first. Throws SKILL_NOT_FOUND, PERMISSION_DENIED for anybody else's skill, and VERSION_NOT_FOUND.
 */
export async function listAppealsAbout(request: Omit<AppealRequest, "text">): Promise<AppealRow[]> {
  const skill = await getOwnSkill(database(), request);
  const { accountId } = request.actor;
  if (request.version === undefined) return listOwnAppeals(skill.id, accountId);
  const version = await findVersionToAppeal(database(), skill.id, request.version);
  if (!version)
    throw new DomainError("VERSION_NOT_FOUND", `"${skill.slug}" has no version ${request.version}.`);
  return listVersionAppeals(version.id, accountId);
}
