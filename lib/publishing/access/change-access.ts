import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import { DAY_MS, HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { countEventsSince, recordEvent } from "@/lib/log/events/events";
import { env } from "@/lib/platform/config/env";
import { enqueue } from "@/lib/platform/jobs/queue";
import { decideAccessChange, type AccessRefusal } from "@/lib/publishing/access/decide-access-change";
import { SKILL_ACCESSES } from "@/lib/registry/views";
import { findAccess, listOwnAccess, setAccess, type OwnAccess } from "@/lib/publishing/access/repository";
import { lockOwnSkill } from "@/lib/registry/find-skill";
import { notifyOfSameContent } from "@/lib/registry/versions/find-version";
import type { SkillAccess } from "@/lib/registry/views";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { matchWanted } from "@/lib/search/wanted/match-wanted";
import { explainObstacles, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

export type { OwnAccess };

/** Changes of one skill in a day: each is in the log for ever, and may be mailed to those who use it. */
export const MAX_ACCESS_CHANGES_A_DAY = 5;

const ACCESS_CHANGED = "skill:access-changed";

interface AccessChange {
  actor: Actor;
  /** Slug or id of an own skill. */
  skill: string;
  access: SkillAccess;
}

/** Who sees a skill now. */
export interface ChangedAccess {
  slug: string;
  access: SkillAccess;
}

/**
 * Changes who is shown an own skill and given its files, at once and for all its versions. What was shown stays in the
 * log and in old copies: a skill that was public becomes call-only at most, and those who use it are mailed that. A
 * private one that is opened comes into the market as if it were published now, with its history. The same access again
 * changes nothing.
 *
 * Throws SKILL_NOT_FOUND, PERMISSION_DENIED, AUTH_FAILED for an account that was closed meanwhile, CONFIRMATION_REQUIRED
 * where no person has just proven that it is them (a program may close a skill, and never opens one), REQUEST_INVALID,
 * which names the member, for a change that `decideAccessChange` refuses, and RATE_LIMITED.
 */
export async function changeAccess({ actor, skill, access }: AccessChange): Promise<ChangedAccess> {
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, actor.accountId);
    const refusal = "Only the owner of a skill decides who sees it.";
    const { id, slug } = await lockOwnSkill(tx, { skill, accountId: actor.accountId, act: "own", refusal });
    const { access: before, isJudged, version } = await findAccess(tx, id);
    if (before === access) return { slug, access };
    assertAccessMayChange({ from: before, to: access }, { isJudged, obstacles: version?.obstacles ?? [] });
    if (actor.session !== null) await assertConfirmed(tx, actor, now);
    else if (isOpening(before, access)) throw opensNothing(slug);
    await assertChangesLeft(tx, id, now);
    await setAccess(tx, id, access);
    const listed = await refreshListing(tx, id, now);
    const named = version && { version: version.version, packageDigest: version.packageDigest };
    const data = { slug, by: actor.username, before, access, ...named };
    await recordEvent(tx, { kind: ACCESS_CHANGED, skillId: id, data }, now, actor.accountId);
    if (before === "private" && listed !== null) {
      const { versionId } = listed;
      await matchWanted(tx, { ...listed, versionId }, now);
      await notifyOfSameContent(tx, { versionId, skillId: id, slug }, now);
    }
    if (before === "public" && access === "call_only") {
      const payload = { skillId: id, changedAt: now.toISOString() };
      await enqueue(tx, { kind: "notify_of_access", payload, runAt: now });
    }
    return { slug, access };
  });
}

const opensNothing = (slug: string) =>
  new DomainError(
    "CONFIRMATION_REQUIRED",
    `No program opens a skill: a person does, and confirms that it is them, at ${env().APP_URL}/dashboard/access?skill=${slug}.`,
  );

/** Gives somebody more than they had: what a person has to confirm. */
const isOpening = (from: SkillAccess, to: SkillAccess) =>
  SKILL_ACCESSES.indexOf(to) < SKILL_ACCESSES.indexOf(from);

/**
 * Throws REQUEST_INVALID, which names the member, with the reason and what to do instead, where this access may not
 * follow that one; `obstacles` say why no call is made of the version.
 */
export function assertAccessMayChange(
  change: { from: SkillAccess; to: SkillAccess },
  { isJudged, obstacles }: { isJudged: boolean; obstacles: readonly CallObstacle[] },
): void {
  // What only waits for its first run is called after it.
  const lasting = obstacles.filter(({ code }) => code !== "CALL_NOT_RUN");
  const notCalled = explainObstacles(lasting);
  const refused = decideAccessChange(change, { isJudged, notCalled });
  if (refused === null) return;
  const detail = SENTENCES[refused](notCalled ?? "");
  throw new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ pointer: "#/access", detail }] },
  });
}

const SENTENCES: Readonly<Record<AccessRefusal, (notCalled: string) => string>> = {
  was_shown: () =>
    "What was public cannot be made unseen: its name and digests are in the public log, and others may have its files. Make it call-only, or withdraw its versions.",
  not_callable: (notCalled) =>
    `A skill that is called and not installed has to be callable here. ${notCalled}`,
};

async function assertChangesLeft(db: Database, skillId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countEventsSince(db, skillId, ACCESS_CHANGED, since)) < MAX_ACCESS_CHANGES_A_DAY) return;
  throw new DomainError(
    "RATE_LIMITED",
    `The access of a skill changes at most ${MAX_ACCESS_CHANGES_A_DAY} times a day. Try again later.`,
    { details: { retryAfterSeconds: HOUR_MS / 1000 } },
  );
}

/** Own skills that something was uploaded to, and those of organisations that the account owns, with who sees them, by name. */
export const listAccess = async (accountId: string): Promise<OwnAccess[]> =>
  listOwnAccess(database(), await listOwnersActedFor(accountId, "own"));
