import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findCalledSkill } from "@/lib/registry/names/find-called-skill";
import { notPublished } from "@/lib/registry/versions/not-published";
import { skillQuarantined } from "@/lib/kernel/skill-quarantined";
import { versionWithdrawn } from "@/lib/registry/versions/version-withdrawn";
import { findRunnable, type RunnableVersion } from "@/lib/running/runnable-repository";
import { isStorableText } from "@/lib/running/contract/storable-text";

/**
 * The version a caller may run: published, not yanked, with an entry point the market can start.
 * Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, VERSION_NOT_FOUND, VERSION_NOT_AVAILABLE or SKILL_NOT_RUNNABLE.
 */
export async function loadRunnable(slugOrId: string, version?: string): Promise<RunnableVersion> {
  const found = await findCalled(slugOrId, version);
  if (!found) throw await notFound(slugOrId, version);
  if (found.quarantineReason !== null) throw skillQuarantined(found.slug, found.quarantineReason);
  if (found.yankReason !== null) throw versionWithdrawn(found.slug, found.version, found.yankReason);
  if (!found.runnable || found.entryPoint === null || found.runtime === null) {
    throw new DomainError(
      "SKILL_NOT_RUNNABLE",
      "This skill has no entry point the market can run. Install it and follow its instructions.",
    );
  }
  return found;
}

/** Of a skill by its id or name, or else by a name it had before. */
async function findCalled(slugOrId: string, version?: string): Promise<RunnableVersion | null> {
  if (!isStorableText(slugOrId + (version ?? ""))) return null;
  const found = await findRunnable(slugOrId, version);
  if (found) return found;
  const called = await findCalledSkill(database(), slugOrId);
  return called && findRunnable(called.id, version);
}

/** A version is missing of a skill that is there; otherwise it is the skill that is missing. */
async function notFound(slugOrId: string, version: string | undefined): Promise<DomainError> {
  const skill = version === undefined ? null : await findCalled(slugOrId);
  return skill ? notPublished(skill.slug, version) : notPublished(slugOrId);
}
