import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { readReason } from "@/lib/kernel/read-reason";
import { closeReport, findReport, listOpenReports, type SentReport } from "@/lib/moderation/cases-repository";
import { recordEvent } from "@/lib/log/events/events";
import { quarantineIn } from "@/lib/moderation/quarantine-skill";

export const REPORT_DECISIONS = ["quarantine", "uphold", "dismiss"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

const LISTED = 100;

/** Open reports for administrators, longest waiting first. Throws PERMISSION_DENIED. */
export async function listReports(actor: Actor): Promise<SentReport[]> {
  assertAdministrator(actor);
  return listOpenReports(database(), LISTED);
}

/**
 * An administrator ends a report with a written decision; `quarantine` upholds it and takes the skill out of the market
 * in the same transaction (a skill that is out already stays out). Throws PERMISSION_DENIED, REQUEST_INVALID without a
 * text, DECISION_NOT_ALLOWED about one's own skill, and DECISION_NOT_POSSIBLE when the report is not open any more.
 */
export async function decideReport(
  request: { actor: Actor; reportId: string; decision: ReportDecision; text: string },
  clock: Clock = systemClock,
): Promise<void> {
  const { actor, reportId, decision } = request;
  assertAdministrator(actor);
  const reason = readReason(request.text);
  const now = clock.now();
  await inTransaction(async (tx) => {
    const report = await findReport(tx, reportId);
    const state = decision === "dismiss" ? "dismissed" : "upheld";
    const closing = { state, decision: reason, decidedById: actor.accountId, decidedAt: now };
    if (!report || !(await closeReport(tx, reportId, closing))) {
      throw new DomainError("DECISION_NOT_POSSIBLE", "This report is no longer open.");
    }
    const { id: skillId, slug, quarantinedAt } = report.skill;
    const by = await assertMayDecide(tx, actor, skillId);
    if (decision === "quarantine" && quarantinedAt === null) {
      await quarantineIn(tx, { actor, skill: skillId, reason, ...by }, now);
    }
    const data = { slug, reportId, decision, ...by };
    await recordEvent(tx, { kind: "report:decided", skillId, data }, now, actor.accountId);
  });
}
