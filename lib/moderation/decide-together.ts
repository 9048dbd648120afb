import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { readReason } from "@/lib/kernel/read-reason";
import { decideCaution, decideHeld } from "@/lib/moderation/held";
import { listOwnersOfVersions } from "@/lib/moderation/held-repository";

export const MOST_TOGETHER = 30;

export const VERSION_DECISIONS = ["approve", "reject", "keep", "quarantine"] as const;
export type VersionDecision = (typeof VERSION_DECISIONS)[number];

/** An administrator decides about a version that waits: as `decideCaution` and `decideHeld`, by what is decided. */
export function decideVersion(
  given: { actor: Actor; versionId: string; decision: VersionDecision; reason: string },
  clock: Clock = systemClock,
): Promise<void> {
  const { decision, ...about } = given;
  return decision === "approve" || decision === "reject"
    ? decideCaution({ ...about, decision }, clock)
    : decideHeld({ ...about, decision }, clock);
}

interface Chosen {
  id: string;
  /** Of the skill. */
  name: string;
  ownerId: string | null;
}

/**
 * Why these versions cannot be decided together; null where they can: one to thirty, each known, all of one owner. Pure.
 * `asked` are their ids as they were sent, each once.
 */
export function whyNotTogether(asked: readonly string[], chosen: readonly Chosen[]): string | null {
  if (asked.length === 0) return "Choose at least one version.";
  if (asked.length > MOST_TOGETHER) return `At most ${MOST_TOGETHER} versions are decided together.`;
  if (asked.some((id) => !chosen.some((each) => each.id === id)))
    return "One of these versions does not exist.";
  const [owner] = chosen.map(({ ownerId }) => ownerId);
  if (owner === null || owner === undefined) return "Drafts that nobody has claimed are decided one by one.";
  return chosen.every(({ ownerId }) => ownerId === owner)
    ? null
    : "Only versions of one owner are decided together.";
}

/** What became of one of them. */
export interface Outcome {
  name: string;
  /** Null where it was decided. */
  problem: ErrorCode | null;
}

/**
 * An administrator decides about several versions of one owner with one reason. Each is a decision of its own, in a
 * transaction and with a record and mail of its own: one that cannot be decided (any more) keeps none of the others back, and
 * says which it is. Throws PERMISSION_DENIED, and REQUEST_INVALID where they cannot be decided together, or a reason is
 * missing.
 */
export async function decideTogether(given: {
  actor: Actor;
  versionIds: readonly string[];
  decision: VersionDecision;
  reason: string;
}): Promise<Outcome[]> {
  const { actor, decision } = given;
  assertAdministrator(actor);
  const asked = [...new Set(given.versionIds)];
  const chosen = asked.length > MOST_TOGETHER ? [] : await listOwnersOfVersions(database(), asked);
  const why = whyNotTogether(asked, chosen);
  if (why !== null)
    throw new DomainError("REQUEST_INVALID", why, {
      details: { errors: [{ pointer: "#/version", detail: why }] },
    });
  const reason = readReason(given.reason);
  const outcomes: Outcome[] = [];
  for (const versionId of asked) {
    const name = chosen.find(({ id }) => id === versionId)?.name ?? versionId;
    try {
      await decideVersion({ actor, versionId, decision, reason }, systemClock);
      outcomes.push({ name, problem: null });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      outcomes.push({ name, problem: error.code });
    }
  }
  return outcomes;
}
