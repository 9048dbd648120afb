import { database } from "@/lib/db/client";
import { DomainError, skillQuarantined } from "@/lib/kernel/errors";
import { findOwnerOfUpload } from "@/lib/registry/find-or-make-skill";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import { notPublished, versionClosed, versionWithdrawn } from "@/lib/registry/versions/find-version";
import { isClosedKind, readYankKind } from "@/lib/registry/versions/yank-kinds";
export { findRunnableById } from "@/lib/running/calls/runnable-repository";
import { findRunnable, type RunnableVersion, selectOffered } from "@/lib/running/calls/runnable-repository";
import { isStorableText } from "@/lib/running/contract/json-text";
import { explainObstacles, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import { givenAccess } from "@/lib/registry/access/find-access";
import { presentReader } from "@/lib/registry/access/reader";

/**
 * The version a caller may run: published, not yanked, and nothing is in the way of its calls. One that has a price and
 * has not run yet is given to whoever publishes it (`accountId`), for its first run. Throws SKILL_NOT_FOUND,
 * SKILL_QUARANTINED, VERSION_NOT_FOUND, VERSION_NOT_AVAILABLE, VERSION_CLOSED or SKILL_NOT_RUNNABLE with the reasons.
 */
export async function loadRunnable(
  slugOrId: string,
  version?: string,
  accountId?: string,
): Promise<RunnableVersion> {
  const found = await findCalled(slugOrId, version);
  if (!found) throw await notFound(slugOrId, version);
  if (!(await mayCall(found, accountId))) throw notPublished(slugOrId);
  if (found.quarantineReason !== null) throw skillQuarantined(found.slug, found.quarantineReason);
  if (isClosedKind(found.yankKind)) throw runnableClosed(found);
  if (found.yankReason !== null) throw versionWithdrawn(found.slug, found.version, found.yankReason);
  if (found.runnable) return found;
  if (waitsForFirstRun(found) && accountId !== undefined && (await isPublishedBy(found, accountId)))
    return found;
  throw notRunnable(found);
}

/** Whether whoever asks, or the account a call is made for, is shown the skill at all. Of a public one nothing is asked. */
async function mayCall({ skillId: id, access }: RunnableVersion, accountId?: string): Promise<boolean> {
  const reader = presentReader();
  const given = await givenAccess(
    database(),
    { id, access },
    { ...reader, accountId: accountId ?? reader.accountId },
  );
  return given.call;
}

/** What is said of a version that is closed to whoever would run it. */
export const runnableClosed = ({ slug, version, yankKind, yankReason: reason }: RunnableVersion) =>
  versionClosed(slug, version, { kind: readYankKind(yankKind), reason });

/** Whether nothing but its first run is in the way of its calls. */
export const waitsForFirstRun = ({ obstacles }: Pick<RunnableVersion, "obstacles">): boolean =>
  obstacles.length > 0 && obstacles.every(({ code }) => code === "CALL_NOT_RUN");

/** Says why calls of a version are not made, each cause in its words. */
function notRunnable({ obstacles }: { obstacles: readonly CallObstacle[] }): DomainError {
  const why =
    explainObstacles(obstacles) ?? "The market has not read yet whether it can call it; ask again later.";
  return new DomainError("SKILL_NOT_RUNNABLE", why, { details: { reason: obstacles[0]?.code ?? null } });
}

/** Its owner, or somebody who maintains it. */
const isPublishedBy = async ({ slug }: RunnableVersion, accountId: string): Promise<boolean> =>
  (await findOwnerOfUpload(database(), { slug, accountId })).skillId !== null;

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
  return skill && (await mayCall(skill)) ? notPublished(skill.slug, version) : notPublished(slugOrId);
}

/**
 * Which of these versions are still offered: published, approved, neither withdrawn nor of a skill in quarantine.
 * What a version's publisher wrote reaches a model only while it is. One statement, asked again and again while they
 * are in use.
 */
export async function listOffered(versionIds: readonly string[]): Promise<ReadonlySet<string>> {
  return versionIds.length === 0 ? new Set() : new Set(await selectOffered(versionIds));
}
