import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { readText } from "@/lib/kernel/read-reason";
import { isReportReason, MAX_REPORT_CHARACTERS, REPORT_REASONS } from "@/lib/moderation/report-reasons";
import { insertReport } from "@/lib/moderation/cases-repository";
import { findModeratedSkill } from "@/lib/moderation/repository";
import { recordEvent } from "@/lib/log/events/events";
import { notPublished } from "@/lib/registry/versions/find-version";

export interface ReportRequest {
  /** Slug or id. */
  skill: string;
  /** One of `REPORT_REASONS`. */
  reason: string;
  /** What is wrong, for administrators to read. */
  text: string;
  caller: CountedCaller;
}

/**
 * Tells the administrators that a skill should not be here; anybody can, once for each skill and UTC day. Throws
 * SKILL_NOT_FOUND, REQUEST_INVALID and REPORT_ALREADY_FILED.
 */
export async function reportSkill(
  { skill: slugOrId, reason, text, caller }: ReportRequest,
  clock: Clock = systemClock,
): Promise<{ reportId: string }> {
  if (!isReportReason(reason)) {
    throw new DomainError("REQUEST_INVALID", `The reason is one of ${REPORT_REASONS.join(", ")}.`, {
      details: { errors: [{ pointer: "#/reason", detail: "not a known reason" }] },
    });
  }
  const written = readText(text, { name: "text", maxCharacters: MAX_REPORT_CHARACTERS });
  const skill = await findModeratedSkill(database(), slugOrId);
  if (!skill?.latestVersionId) {
    throw notPublished(slugOrId);
  }
  const now = clock.now();
  // A name anybody can write must not open the queue to one address again and again.
  const { identityHash, day } = countedIdentity({ ...caller, agentName: undefined }, now);
  const reportId = newId("rpt", now.getTime());
  await inTransaction(async (tx) => {
    const accountId = caller.accountId ?? null;
    const report = { id: reportId, skillId: skill.id, reason, text: written, accountId, identityHash, day };
    if (!(await insertReport(tx, { ...report, createdAt: now }))) {
      throw new DomainError("REPORT_ALREADY_FILED", `You reported "${skill.slug}" today already.`);
    }
    const data = { slug: skill.slug, reportId, reason };
    await recordEvent(tx, { kind: "skill:reported", skillId: skill.id, data }, now, caller.accountId);
  });
  return { reportId };
}
