import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import { recordEvent } from "@/lib/registry/events";
import { findPublisher } from "@/lib/registry/publishers-repository";
import { refreshListing } from "@/lib/registry/refresh-listing";
import { findSkill } from "@/lib/registry/skills-repository";
import { findVersionId, findYanked, setYanked } from "@/lib/registry/versions-repository";

export const MAX_YANK_REASON_CHARACTERS = 500;

export interface YankRequest {
  actor: { accountId: string };
  /** Slug or id. */
  skill: string;
  version: string;
  reason: string;
}

/** What stands on record: of a version that was yanked before, the first time and reason. */
export interface Yanked {
  version: string;
  yankedAt: string;
  reason: string;
}

/**
 * Takes a published version back: it is not offered, downloaded or sold any more, but stays on record with the
 * reason, and calls that were paid for are still made. Yanking it again changes nothing. Throws SKILL_NOT_FOUND, VERSION_NOT_FOUND, PERMISSION_DENIED (only the
 * owner and administrators may) and REQUEST_INVALID for a missing or over-long reason.
 */
export async function yankVersion(request: YankRequest, clock: Clock = systemClock): Promise<Yanked> {
  const reason = request.reason.trim();
  if (reason === "" || reason.length > MAX_YANK_REASON_CHARACTERS) {
    throw new DomainError(
      "REQUEST_INVALID",
      `Give a reason of 1 to ${MAX_YANK_REASON_CHARACTERS} characters: everybody who used the version reads it.`,
      {
        details: {
          errors: [{ pointer: "#/reason", detail: `1 to ${MAX_YANK_REASON_CHARACTERS} characters` }],
        },
      },
    );
  }
  const { versionId, slug } = await getOwnVersion(request);
  const now = clock.now();
  return inTransaction(async (tx) => {
    const isFirst = await setYanked(tx, versionId, now, reason);
    const { version, skillId, packageDigest, yankedAt, yankReason } = await findYanked(tx, versionId);
    if (isFirst) {
      await refreshListing(tx, skillId, now);
      const data = { slug, version, packageDigest, reason };
      await recordEvent(tx, { kind: "version:yanked", versionId, data }, now, request.actor.accountId);
    }
    return { version, yankedAt: (yankedAt ?? now).toISOString(), reason: yankReason ?? reason };
  });
}

async function getOwnVersion({
  actor,
  skill: slugOrId,
  version,
}: YankRequest): Promise<{ versionId: string; slug: string }> {
  const skill = await findSkill(database(), slugOrId);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  const account = await findPublisher(database(), actor.accountId);
  if (!account || (skill.ownerId !== account.id && account.role !== "administrator")) {
    throw new DomainError("PERMISSION_DENIED", "Only the owner of a skill can yank its versions.");
  }
  const found = await findVersionId(database(), skill.id, version);
  if (!found) throw new DomainError("VERSION_NOT_FOUND", `"${skill.slug}" has no version ${version}.`);
  return { versionId: found.id, slug: skill.slug };
}
