import { database, type Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import {
  findModeratedSkill,
  listQuarantinedSkills,
  type QuarantinedSkillRow,
  setQuarantine,
} from "@/lib/moderation/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { DecidedBy } from "@/lib/log/events/registry-event";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { findSkill } from "@/lib/registry/find-skill";
import { quarantineCause, withdrawAdvisory, writeAdvisory } from "@/lib/advisories/write-advisory";
import { closeAppealOfQuarantine } from "@/lib/moderation/cases-repository";
import { MARKET, readAs } from "@/lib/registry/access/reader";

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

export interface QuarantineRequest {
  actor: Actor;
  /** Slug or id. */
  skill: string;
  /** Written down for everybody to read. */
  reason: string;
}

/** What a decision it belongs to has found out about who decides. */
type InDecision = QuarantineRequest & DecidedBy;

/**
 * Takes a whole skill out of the market at once: no list, page, download, quote, payment or run, in any process.
 * Nothing is deleted, and `releaseSkill` undoes it. Throws PERMISSION_DENIED, SKILL_NOT_FOUND, REQUEST_INVALID without
 * a reason, and DECISION_NOT_POSSIBLE for one that is in quarantine already.
 */
export async function quarantineSkill(request: QuarantineRequest, clock: Clock = systemClock): Promise<void> {
  assertAdministrator(request.actor);
  await inTransaction((tx) => quarantineIn(tx, request, clock.now()));
}

/**
 * Ends a quarantine: the skill is listed again as its highest version has it, and an open appeal against it is granted.
 * Throws what `quarantineSkill` throws, and DECISION_NOT_ALLOWED for one's own skill: to put that into quarantine hides
 * nothing, to take it out may.
 */
export async function releaseSkill(request: QuarantineRequest): Promise<void> {
  assertAdministrator(request.actor);
  await inTransaction(async (tx) => {
    const { id: skillId, slug } = await getSkillRow(tx, request.skill);
    const by = await assertMayDecide(tx, request.actor, skillId);
    const now = systemClock.now();
    await releaseIn(tx, { ...request, ...by }, now);
    const { accountId } = request.actor;
    await grantOpenAppeal(tx, { skillId, slug, accountId, reason: readReason(request.reason), ...by }, now);
  });
}

/** The same inside a decision that belongs together with it; the caller has checked who acts. */
export async function quarantineIn(db: Database, request: InDecision, now: Date): Promise<void> {
  const reason = readReason(request.reason);
  const skill = await getSkillRow(db, request.skill);
  if (!(await setQuarantine(db, skill.id, { at: now, reason })))
    throw notPossible(skill, "is in quarantine already");
  await writeAdvisory(db, { ...quarantineCause(skill.id, now), about: { skillId: skill.id }, reason }, now);
  const data = { slug: skill.slug, reason, ...byOf(request) };
  await recordEvent(db, { kind: "skill:quarantined", skillId: skill.id, data }, now, request.actor.accountId);
}

/** See `quarantineIn`. */
export async function releaseIn(db: Database, request: InDecision, now: Date): Promise<void> {
  const reason = readReason(request.reason);
  const skill = await getSkillRow(db, request.skill);
  if (!(await setQuarantine(db, skill.id, null))) throw notPossible(skill, "is not in quarantine");
  if (skill.quarantinedAt)
    await withdrawAdvisory(db, quarantineCause(skill.id, skill.quarantinedAt), reason, now);
  await refreshListing(db, skill.id, now);
  const data = { slug: skill.slug, reason, ...byOf(request) };
  await recordEvent(db, { kind: "skill:released", skillId: skill.id, data }, now, request.actor.accountId);
}

const byOf = ({ decidedBy }: DecidedBy): DecidedBy => (decidedBy ? { decidedBy } : {});

async function getSkillRow(db: Database, slugOrId: string) {
  const skill = await readAs(MARKET, () => findSkill(db, slugOrId));
  if (skill) return skill;
  throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
}

const notPossible = ({ slug }: { slug: string }, why: string) =>
  new DomainError("DECISION_NOT_POSSIBLE", `"${slug}" ${why}.`);

interface Ended extends DecidedBy {
  skillId: string;
  slug: string;
  /** The administrator who ended the quarantine, and why. */
  accountId: string;
  reason: string;
}

/**
 * A quarantine that is ended by itself grants the open appeal against it, in the caller's transaction: nothing else is
 * left to say to it.
 */
async function grantOpenAppeal(
  db: Database,
  { skillId, slug, accountId, reason, ...by }: Ended,
  now: Date,
): Promise<void> {
  const granted = { state: "granted", decision: reason, decidedById: accountId, decidedAt: now };
  const appealId = await closeAppealOfQuarantine(db, skillId, granted);
  if (appealId === null) return;
  const data = { slug, appealId, decision: "granted", ...by };
  await recordEvent(db, { kind: "appeal:decided", skillId, data }, now, accountId);
}
