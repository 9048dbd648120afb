import { systemClock, type Clock } from "@/lib/kernel/clock";
import { type Database, database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { countedIdentity, type CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { readText, readReason } from "@/lib/kernel/read-reason";
import {
  isReportReason,
  MAX_REPORT_CHARACTERS,
  REPORT_REASONS,
  type ReportReason,
} from "@/lib/moderation/report-reasons";
import {
  insertReport,
  findReportState,
  closeReport,
  findReport,
  listOpenReports,
  type SentReport,
} from "@/lib/moderation/cases-repository";
import { findSetReportState } from "@/lib/moderation/set-reports-repository";
import { findModeratedSkill } from "@/lib/moderation/repository";
import { recordEvent } from "@/lib/log/events/events";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { newsOfOwnReport } from "@/lib/log/events/notices/news";
import { notPublished } from "@/lib/registry/versions/find-version";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecide, assertMayDecideWho } from "@/lib/identity/decided-by";
import { hidePostIn } from "@/lib/moderation/posts";
import { quarantineIn } from "@/lib/moderation/quarantine";
import { getShownPost } from "@/lib/registry/questions/list-questions";

export type { SentReport };

export interface ReportRequest {
  /** Slug or id. */
  skill: string;
  /** One of `REPORT_REASONS`. */
  reason: string;
  /** What is wrong, for administrators to read. */
  text: string;
  caller: CountedCaller;
}

/** What a report is about: a skill, or a question or answer under it. */
interface Reported {
  skillId: string;
  slug: string;
  postId: string | null;
}

/**
 * Tells the administrators that a skill should not be here; anybody can, once for each skill and UTC day. Throws
 * SKILL_NOT_FOUND, REQUEST_INVALID and REPORT_ALREADY_FILED.
 */
export async function reportSkill(
  { skill: slugOrId, caller, ...given }: ReportRequest,
  clock: Clock = systemClock,
): Promise<{ reportId: string }> {
  const report = readReport(given);
  const skill = await findModeratedSkill(database(), slugOrId);
  if (!skill?.latestVersionId) {
    throw notPublished(slugOrId);
  }
  return fileReport(
    { skillId: skill.id, slug: skill.slug, postId: null },
    { ...report, caller },
    clock.now(),
  );
}

/**
 * The same about a question or answer under a skill, once for each of them and UTC day. Throws SKILL_NOT_FOUND,
 * SKILL_QUARANTINED, NOT_FOUND, REQUEST_INVALID and REPORT_ALREADY_FILED.
 */
export async function reportPost({
  skill,
  post,
  caller,
  ...given
}: ReportRequest & { post: string }): Promise<{ reportId: string }> {
  const report = readReport(given);
  const { skillId, slug, id: postId } = await getShownPost(skill, post);
  return fileReport({ skillId, slug, postId }, { ...report, caller }, systemClock.now());
}

async function fileReport(
  { skillId, slug, postId }: Reported,
  { reason, text, caller }: { reason: ReportReason; text: string; caller: CountedCaller },
  now: Date,
): Promise<{ reportId: string }> {
  // A name anybody can write must not open the queue to one address again and again.
  const { identityHash: identity, day } = countedIdentity({ ...caller, agentName: undefined }, now);
  // One of each identity about a skill on a day, and one about each post: a unique column, also for releases before posts.
  const identityHash = postId === null ? identity : `${identity} ${postId}`;
  const reportId = newId("rpt", now.getTime());
  await inTransaction(async (tx) => {
    const accountId = caller.accountId ?? null;
    const report = { id: reportId, skillId, postId, reason, text, accountId, identityHash, day };
    if (!(await insertReport(tx, { ...report, createdAt: now }))) {
      const what = postId === null ? `"${slug}"` : "this";
      throw new DomainError("REPORT_ALREADY_FILED", `You reported ${what} today already.`);
    }
    const data = { slug, reportId, reason, ...(postId === null ? {} : { postId }) };
    await recordEvent(tx, { kind: "skill:reported", skillId, data }, now, caller.accountId);
  });
  return { reportId };
}

/** Reason and text of a report. Throws REQUEST_INVALID. */
export function readReport({ reason, text }: Pick<ReportRequest, "reason" | "text">): {
  reason: ReportReason;
  text: string;
} {
  if (!isReportReason(reason)) {
    throw new DomainError("REQUEST_INVALID", `The reason is one of ${REPORT_REASONS.join(", ")}.`, {
      details: { errors: [{ pointer: "#/reason", detail: "not a known reason" }] },
    });
  }
  return { reason, text: readText(text, { name: "text", maxCharacters: MAX_REPORT_CHARACTERS }) };
}

/** How a report stands, for whoever has its number; neither its text nor who wrote it. */
export interface ReportView {
  id: string;
  /** `post`: a question or answer under a skill. */
  about: "skill" | "set" | "post";
  /** Of the skill, or the set. */
  name: string;
  reason: ReportReason;
  state: "open" | "upheld" | "dismissed";
  filedAt: string;
  decidedAt: string | null;
  /** What the administrator wrote; null while it is open. */
  decision: string | null;
}

/**
 * A report by its number, which holds 80 random bits and is told to whoever filed it alone. Throws REPORT_NOT_FOUND.
 */
export async function getReport(id: string): Promise<ReportView> {
  const ofSkill = await findReportState(database(), id);
  const row = ofSkill ?? (await findSetReportState(database(), id));
  if (!row) throw new DomainError("REPORT_NOT_FOUND", "There is no report with this number.");
  const about =
    "skill" in row
      ? ({ about: row.postId === null ? "skill" : "post", name: row.skill.slug } as const)
      : ({ about: "set", name: row.set.name } as const);
  return {
    id: row.id,
    ...about,
    reason: isReportReason(row.reason) ? row.reason : "other",
    state: row.state as ReportView["state"],
    filedAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decision: row.decision,
  };
}

export const REPORT_DECISIONS = ["quarantine", "hide", "quarantine-author", "uphold", "dismiss"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];
/** Which of them there are about a skill, and which about a question or answer. */
const OF_SKILL: readonly ReportDecision[] = ["quarantine", "uphold", "dismiss"];
const OF_POST: readonly ReportDecision[] = ["hide", "quarantine-author", "uphold", "dismiss"];
export const SET_REPORT_DECISIONS = ["withdraw", "uphold", "dismiss"] as const;
export type SetReportDecision = (typeof SET_REPORT_DECISIONS)[number];

const LISTED = 100;

/** Open reports for administrators, longest waiting first. Throws PERMISSION_DENIED. */
export async function listReports(actor: Actor): Promise<SentReport[]> {
  assertAdministrator(actor);
  return listOpenReports(database(), LISTED);
}

/**
 * An administrator ends a report with a written decision; `quarantine` upholds it and takes the skill out of the market
 * in the same transaction (a skill that is out already stays out). About a question or answer, `hide` upholds it and shows
 * that to nobody any more, and `quarantine-author` does so with all that its author writes under skills. Throws
 * PERMISSION_DENIED, REQUEST_INVALID without a text, DECISION_NOT_ALLOWED about one's own skill or words, and
 * DECISION_NOT_POSSIBLE when the report is not open any more, or is of the other kind.
 */
export async function decideReport(request: {
  actor: Actor;
  reportId: string;
  decision: ReportDecision;
  text: string;
}): Promise<void> {
  const { actor, reportId, decision } = request;
  assertAdministrator(actor);
  const reason = readReason(request.text);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const report = await findReport(tx, reportId);
    const ending = toEnding({ actor, decision, reason, now });
    if (!report || !(await closeReport(tx, reportId, ending))) throw notOpen();
    const { id: skillId, slug, quarantinedAt } = report.skill;
    const { post } = report;
    if (!(post ? OF_POST : OF_SKILL).includes(decision)) {
      throw new DomainError("DECISION_NOT_POSSIBLE", "This is no decision about what was reported.");
    }
    const by = await assertMayDecide(tx, actor, skillId);
    if (post?.account) await assertMayDecideWho(tx, actor, post.account.id);
    if (decision === "quarantine" && quarantinedAt === null) {
      await quarantineIn(tx, { actor, skill: skillId, reason, ...by }, now);
    }
    if (post && decision !== "dismiss" && decision !== "uphold") {
      const withAuthor = decision === "quarantine-author";
      await hidePostIn(tx, post, { actor, reason, withAuthor, ...by }, now);
    }
    const data = { slug, reportId, decision, reason, ...by, ...(post ? { postId: post.id } : {}) };
    await recordEvent(tx, { kind: "report:decided", skillId, data }, now, actor.accountId);
    await notifyReporter(tx, { ...report, name: slug }, ending);
  });
}

/** What is written of a report, about a skill or a set, that ends. Pure. */
export const toEnding = (given: {
  actor: Actor;
  decision: ReportDecision | SetReportDecision;
  reason: string;
  now: Date;
}) => ({
  state: given.decision === "dismiss" ? ("dismissed" as const) : ("upheld" as const),
  decision: given.reason,
  decidedById: given.actor.accountId,
  decidedAt: given.now,
});

export const notOpen = () => new DomainError("DECISION_NOT_POSSIBLE", "This report is no longer open.");

/** Mails whoever sent a report what became of it, in the caller's transaction; nothing to who has no account. */
export async function notifyReporter(
  db: Database,
  { id: reportId, name, accountId }: { id: string; name: string; accountId: string | null },
  { state, decision: reason, decidedById: actor, decidedAt: now }: ReturnType<typeof toEnding>,
): Promise<void> {
  if (accountId === null) return;
  await mailNews(db, newsOfOwnReport({ reportId, name, state, reason }), { of: { accountId }, actor, now });
}
