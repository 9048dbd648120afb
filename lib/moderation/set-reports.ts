import { inTransaction } from "@/lib/db/transaction";
import { database } from "@/lib/db/client";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import type { Actor } from "@/lib/identity/actor";
import { countedIdentity } from "@/lib/identity/counted-caller";
import { assertMayDecideOfOwner, isLeftToOthers } from "@/lib/identity/decided-by";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { recordEvent } from "@/lib/log/events/events";
import { newId } from "@/lib/kernel/ids";
import { readReason } from "@/lib/kernel/read-reason";
import { withSenders } from "@/lib/moderation/cases-repository";
import {
  notifyReporter,
  notOpen,
  readReport,
  toEnding,
  type ReportRequest,
  type SetReportDecision,
} from "@/lib/moderation/reports";
import {
  closeSetReport,
  findSetReport,
  insertSetReport,
  listOpenSetReports,
  type OpenSetReport,
} from "@/lib/moderation/set-reports-repository";
import { findSet } from "@/lib/registry/sets/find-set";
import { endSet } from "@/lib/registry/sets/save-set";

/**
 * Tells the administrators that a set should not be here; anybody can, once for each set and UTC day. Throws NOT_FOUND,
 * REQUEST_INVALID and REPORT_ALREADY_FILED.
 */
export async function reportSet(
  { set: name, caller, ...given }: Omit<ReportRequest, "skill"> & { set: string },
  clock: Clock = systemClock,
): Promise<{ reportId: string }> {
  const { reason, text } = readReport(given);
  const found = await findSet(database(), name);
  if (!found || found.set.withdrawnAt !== null)
    throw new DomainError("NOT_FOUND", "There is no such set, or it was withdrawn.");
  const now = clock.now();
  // A name anybody can write must not open the queue to one address again and again.
  const { identityHash, day } = countedIdentity({ ...caller, agentName: undefined }, now);
  const reportId = newId("rpt", now.getTime());
  const accountId = caller.accountId ?? null;
  const report = { id: reportId, setId: found.set.id, reason, text, accountId, identityHash, day };
  if (!(await insertSetReport(database(), { ...report, createdAt: now })))
    throw new DomainError("REPORT_ALREADY_FILED", `You reported the set "${found.set.name}" today already.`);
  return { reportId };
}

const LISTED = 100;

/** With the user name of who sent it, and whether this administrator leaves the decision to another one. */
export type SentSetReport = OpenSetReport & { reporter: string | null; leftToOthers: boolean };

/** Open reports about sets for administrators, longest waiting first. Throws PERMISSION_DENIED. */
export async function listSetReports(actor: Actor): Promise<SentSetReport[]> {
  assertAdministrator(actor);
  const reports = await withSenders(database(), await listOpenSetReports(database(), LISTED));
  return Promise.all(
    reports.map(async (report) => ({
      ...report,
      leftToOthers: await isLeftToOthers(actor, [report.set.ownerId ?? ""]),
    })),
  );
}

/**
 * An administrator ends a report about a set with a written decision; `withdraw` upholds it and withdraws the set for good
 * in the same transaction, with that text as the reason. Throws PERMISSION_DENIED, REQUEST_INVALID without a text,
 * DECISION_NOT_ALLOWED about one's own set, and DECISION_NOT_POSSIBLE when the report is not open any more.
 */
export async function decideSetReport(request: {
  actor: Actor;
  reportId: string;
  decision: SetReportDecision;
  text: string;
}): Promise<void> {
  const { actor, reportId, decision } = request;
  assertAdministrator(actor);
  const reason = readReason(request.text);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const report = await findSetReport(tx, reportId);
    const ending = toEnding({ actor, decision, reason, now });
    if (!report || !(await closeSetReport(tx, reportId, ending))) throw notOpen();
    const { set } = report;
    await assertMayDecideOfOwner(tx, actor, set.ownerId);
    if (decision === "withdraw") await endSet(tx, set, { reason, now, actor });
    const data = { name: set.name, reportId, decision, reason };
    await recordEvent(tx, { kind: "set:report-decided", setId: set.id, data }, now, actor.accountId);
    await notifyReporter(tx, { ...report, name: set.name }, ending);
  });
}
