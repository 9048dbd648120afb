import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { holdVersion, releaseVersion } from "@/lib/publishing/release-version";
import { isAdministrator } from "@/lib/moderation/repository";
import { findVersion } from "@/lib/registry/versions/find-version";

export interface CautionDecision {
  actor: { accountId: string };
  versionId: string;
  decision: "approve" | "reject";
  /** Why, for the creator to read and the record to keep; required for a rejection. */
  reason?: string;
}

/**
 * An administrator ends the quarantine of a version: approving publishes it, rejecting ends it (USK, compatibility).
 * Throws PERMISSION_DENIED, REQUEST_INVALID for a rejection without a reason, DECISION_NOT_ALLOWED about one's own
 * skill, VERSION_NOT_AVAILABLE when the version is not in quarantine (any more).
 */
export async function decideCaution(request: CautionDecision, clock: Clock = systemClock): Promise<void> {
  const { versionId, decision } = request;
  const actor = await assertDecider(request.actor.accountId);
  const written = request.reason?.trim().slice(0, 500) ?? "";
  const reason = written === "" && decision === "approve" ? "" : readReason(written);
  const now = clock.now();
  const from = "caution";
  const decided = await inTransaction(async (tx) => {
    const waiting = await findVersion(tx, versionId);
    const by = waiting ? await assertMayDecide(tx, { accountId: actor }, waiting.skillId) : {};
    const done =
      decision === "approve"
        ? await releaseVersion(tx, versionId, { from, now, actor })
        : await holdVersion(tx, versionId, { from, to: "rejected", reasons: [reason], now, actor });
    if (!waiting || !done) return false;
    const data = { slug: waiting.skill.slug, version: waiting.version, decision, reason, ...by };
    await recordEvent(tx, { kind: "version:decided", versionId, data }, now, actor);
    return true;
  });
  if (!decided) throw new DomainError("VERSION_NOT_AVAILABLE", "This version is not waiting for a decision.");
}

/** Gives the account back. Throws PERMISSION_DENIED for one that is no administrator at this moment. */
export async function assertDecider(accountId: string): Promise<string> {
  if (await isAdministrator(database(), accountId)) return accountId;
  throw new DomainError("PERMISSION_DENIED", "Only administrators decide about versions in quarantine.");
}
