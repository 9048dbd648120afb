import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { mayActForOwner } from "@/lib/identity/organisations/act-for";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import { insertAppeal, listAppealsOf, type AppealRow } from "@/lib/moderation/cases-repository";
import { readText } from "@/lib/kernel/read-reason";
import { MAX_APPEAL_CHARACTERS } from "@/lib/moderation/report-reasons";
import { findModeratedSkill, findVersionToAppeal, type ModeratedSkill } from "@/lib/moderation/repository";
import { recordEvent } from "@/lib/log/events/events";
import { lockOwnedSkill } from "@/lib/registry/find-skill";

export interface AppealRequest {
  actor: { accountId: string };
  /** Slug or id. */
  skill: string;
  /** A version that was rejected; left out for the quarantine of the whole skill. */
  version?: string | undefined;
  text: string;
}

const LISTED = 10;

/**
 * The owner asks for a second look at a quarantine or at the rejection of a version. Throws SKILL_NOT_FOUND,
 * PERMISSION_DENIED for anybody else, AUTH_FAILED for an account closed meanwhile, REQUEST_INVALID, and
 * APPEAL_NOT_POSSIBLE when there is nothing to appeal or an appeal about it is open already.
 */
export async function appealDecision(
  request: AppealRequest,
  clock: Clock = systemClock,
): Promise<{ appealId: string }> {
  const text = readText(request.text, { name: "text", maxCharacters: MAX_APPEAL_CHARACTERS });
  const { accountId } = request.actor;
  const now = clock.now();
  const appealId = newId("apl", now.getTime());
  const file = async (tx: Database) => {
    await shareLockAccount(tx, accountId); // nobody gives a skill away, or takes one over, meanwhile
    await lockOwnedSkill(tx, request.skill); // nobody ends meanwhile what is appealed
    const skill = await getOwnSkill(tx, request);
    const versionId = await findSubject(tx, skill, request.version);
    await insertAppeal(tx, { id: appealId, skillId: skill.id, versionId, accountId, text, createdAt: now });
    const data = { slug: skill.slug, appealId };
    await recordEvent(tx, { kind: "appeal:filed", skillId: skill.id, data }, now, accountId);
  };
  try {
    await inTransaction(file);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw notPossible("An appeal about this is open already. It is answered in writing.");
  }
  return { appealId };
}

/** What the owner has asked about the quarantine of a skill and what was answered, newest first. */
export async function listOwnAppeals(skillId: string, accountId: string): Promise<AppealRow[]> {
  return listAppealsOf(database(), { skillId, versionId: null, accountId, limit: LISTED });
}

/** The same about one rejected version. */
export async function listVersionAppeals(versionId: string, accountId: string): Promise<AppealRow[]> {
  return listAppealsOf(database(), { versionId, accountId, limit: LISTED });
}

/** The actor's own skill. Throws SKILL_NOT_FOUND and PERMISSION_DENIED. */
export async function getOwnSkill(
  db: Database,
  { actor, skill: slugOrId }: Pick<AppealRequest, "actor" | "skill">,
): Promise<ModeratedSkill> {
  const skill = await findModeratedSkill(db, slugOrId);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  const { ownerId } = skill;
  if (await mayActForOwner(db, { ownerId, accountId: actor.accountId, act: "own" })) return skill;
  throw new DomainError("PERMISSION_DENIED", "Only the owner of a skill can appeal.");
}

async function findSubject(
  db: Database,
  skill: ModeratedSkill,
  version: string | undefined,
): Promise<string | null> {
  if (version === undefined) {
    if (skill.quarantinedAt !== null) return null;
    throw notPossible(`"${skill.slug}" is not in quarantine.`);
  }
  const found = await findVersionToAppeal(db, skill.id, version);
  if (found?.vettingStatus === "rejected") return found.id;
  throw notPossible(`Version ${version} of "${skill.slug}" was not rejected.`);
}

const notPossible = (why: string) => new DomainError("APPEAL_NOT_POSSIBLE", why);
