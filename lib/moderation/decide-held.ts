import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { recordEvent } from "@/lib/log/events/events";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { lockHeld } from "@/lib/moderation/held-repository";
import { quarantineIn } from "@/lib/moderation/quarantine-skill";

export interface HeldDecision {
  actor: Actor;
  versionId: string;
  decision: "keep" | "quarantine";
  /** Why; needed to quarantine the skill, and read by everybody then. */
  reason: string;
}

/**
 * An administrator decides about a listed version that the present engine would hold: it stays listed, or its skill leaves the
 * market as by any quarantine. Throws PERMISSION_DENIED, REQUEST_INVALID for a quarantine without a reason,
 * DECISION_NOT_ALLOWED about one's own skill, and VERSION_NOT_AVAILABLE when nothing is to be decided about it (any more).
 */
export async function decideHeld(request: HeldDecision, clock: Clock = systemClock): Promise<void> {
  const { actor, versionId, decision } = request;
  assertAdministrator(actor);
  const written = request.reason.trim().slice(0, 500);
  const reason = written === "" && decision === "keep" ? "" : readReason(written);
  const now = clock.now();
  await inTransaction(async (tx) => {
    const doubted = await lockHeld(tx, versionId);
    if (doubted === null)
      throw new DomainError("VERSION_NOT_AVAILABLE", "This version is not waiting for a decision.");
    const { skillId, slug, version } = doubted;
    const by = await assertMayDecide(tx, actor, skillId);
    const data = { slug, version, decision, reason, ...by };
    await recordEvent(tx, { kind: "version:decided", versionId, data }, now, actor.accountId);
    if (decision === "quarantine") await quarantineIn(tx, { actor, skill: slug, reason, ...by }, now);
  });
}
