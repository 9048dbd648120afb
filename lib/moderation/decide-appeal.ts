import { systemClock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { closeAppeal, findAppeal, listOpenAppeals, type AppealRow } from "@/lib/moderation/cases-repository";
import type { DecidedBy } from "@/lib/log/events/registry-event";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { releaseIn } from "@/lib/moderation/quarantine";
import { releaseVersion } from "@/lib/publishing/release-version";

const LISTED = 100;

export interface AppealDecision {
  actor: Actor;
  appealId: string;
  decision: "grant" | "deny";
  /** For the owner to read. */
  text: string;
}

/** Open appeals for administrators, longest waiting first. Throws PERMISSION_DENIED. */
export async function listAppeals(actor: Actor): Promise<AppealRow[]> {
  assertAdministrator(actor);
  return listOpenAppeals(database(), LISTED);
}

/**
 * An administrator answers an appeal in writing; granting it ends the quarantine, or publishes the rejected version, in
 * the same transaction. Throws PERMISSION_DENIED, REQUEST_INVALID without a text, DECISION_NOT_ALLOWED about one's own
 * skill, and DECISION_NOT_POSSIBLE when the appeal is not open any more or its subject has changed meanwhile.
 */
export async function decideAppeal(request: AppealDecision): Promise<void> {
  const { actor, appealId, decision } = request;
  assertAdministrator(actor);
  const reason = readReason(request.text);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const appeal = await findAppeal(tx, appealId);
    const state = decision === "grant" ? "granted" : "denied";
    const closing = { state, decision: reason, decidedById: actor.accountId, decidedAt: now };
    if (!appeal || !(await closeAppeal(tx, appealId, closing))) throw notPossible("This appeal is not open.");
    const { id: skillId, slug } = appeal.skill;
    const by = await assertMayDecide(tx, actor, skillId);
    if (decision === "grant") await undo(tx, appeal, { actor, reason, now, by });
    const data = { slug, appealId, decision: state, ...by };
    await recordEvent(tx, { kind: "appeal:decided", skillId, data }, now, actor.accountId);
  });
}

async function undo(
  db: Database,
  { versionId, skill }: AppealRow,
  { actor, reason, now, by }: { actor: Actor; reason: string; now: Date; by: DecidedBy },
): Promise<void> {
  if (versionId === null) return releaseIn(db, { actor, skill: skill.id, reason, ...by }, now);
  const released = await releaseVersion(db, versionId, { from: "rejected", now, actor: actor.accountId });
  if (!released) throw notPossible("The version is not rejected any more.");
}

const notPossible = (why: string) => new DomainError("DECISION_NOT_POSSIBLE", why);
