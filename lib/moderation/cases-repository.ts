import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { MODERATED_POST, MODERATED_SKILL, type Decision } from "@/lib/moderation/repository";

export interface NewReport {
  id: string;
  skillId: string;
  postId: string | null;
  reason: string;
  text: string;
  accountId: string | null;
  identityHash: string;
  day: Date;
  createdAt: Date;
}

/** False when this identity has reported the skill, or the post, on this day already. */
export async function insertReport(db: Database, report: NewReport): Promise<boolean> {
  return (await db.report.createMany({ data: [report], skipDuplicates: true })).count === 1;
}

const REPORT = {
  id: true,
  reason: true,
  text: true,
  accountId: true,
  createdAt: true,
  skill: { select: MODERATED_SKILL },
  post: { select: MODERATED_POST },
} satisfies Prisma.ReportSelect;

export type OpenReport = Prisma.ReportGetPayload<{ select: typeof REPORT }>;

/** A report with the user name of who sent it; null for somebody without an account, or who has closed it. */
export type SentReport = OpenReport & { reporter: string | null };

/** Open reports, longest waiting first. */
export async function listOpenReports(db: Database, limit: number): Promise<SentReport[]> {
  const reports = await db.report.findMany({
    where: { state: "open" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: REPORT,
  });
  return withSenders(db, reports);
}

/** Reports with the user names of who sent them. One query. */
export async function withSenders<R extends { accountId: string | null }>(
  db: Database,
  reports: readonly R[],
): Promise<(R & { reporter: string | null })[]> {
  const ids = reports.flatMap(({ accountId }) => accountId ?? []);
  const senders = await db.account.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true },
  });
  const names = new Map(senders.map(({ id, username }) => [id, username]));
  return reports.map((report) => ({ ...report, reporter: names.get(report.accountId ?? "") ?? null }));
}

export function findReport(db: Database, id: string): Promise<OpenReport | null> {
  return db.report.findUnique({ where: { id }, select: REPORT });
}

/** What of a report may be told to whoever has its number. */
export function findReportState(db: Database, id: string) {
  return db.report.findUnique({
    where: { id },
    select: {
      id: true,
      reason: true,
      state: true,
      createdAt: true,
      decidedAt: true,
      decision: true,
      postId: true,
      skill: { select: { slug: true } },
    },
  });
}

/** False when it was decided before: a decision is made once. */
export async function closeReport(db: Database, id: string, decision: Decision): Promise<boolean> {
  return (await db.report.updateMany({ where: { id, state: "open" }, data: decision })).count === 1;
}

export interface NewAppeal {
  id: string;
  skillId: string;
  versionId: string | null;
  accountId: string;
  text: string;
  createdAt: Date;
}

/** Violates the unique open appeal when there is one about the same decision. */
export async function insertAppeal(db: Database, appeal: NewAppeal): Promise<void> {
  await db.appeal.create({ data: appeal, select: { id: true } });
}

const APPEAL = {
  id: true,
  versionId: true,
  text: true,
  state: true,
  decision: true,
  decidedAt: true,
  createdAt: true,
  skill: { select: MODERATED_SKILL },
  account: { select: { id: true, username: true } },
} satisfies Prisma.AppealSelect;

export type AppealRow = Prisma.AppealGetPayload<{ select: typeof APPEAL }>;

/** Open appeals, longest waiting first. */
export function listOpenAppeals(db: Database, limit: number): Promise<AppealRow[]> {
  return db.appeal.findMany({
    where: { state: "open" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: APPEAL,
  });
}

/** Appeals of an account about the quarantine of one skill, or about one version, newest first. */
export function listAppealsOf(
  db: Database,
  { limit, ...where }: { skillId?: string; versionId: string | null; accountId: string; limit: number },
): Promise<AppealRow[]> {
  return db.appeal.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: APPEAL,
  });
}

export function findAppeal(db: Database, id: string): Promise<AppealRow | null> {
  return db.appeal.findUnique({ where: { id }, select: APPEAL });
}

/** Closes the open appeal about the quarantine of a skill; its id, or null when there is none. */
export async function closeAppealOfQuarantine(
  db: Database,
  skillId: string,
  decision: Decision,
): Promise<string | null> {
  const where = { skillId, versionId: null, state: "open" };
  const [row] = await db.appeal.updateManyAndReturn({ where, data: decision, select: { id: true } });
  return row?.id ?? null;
}

/** False when it was decided before. */
export async function closeAppeal(db: Database, id: string, decision: Decision): Promise<boolean> {
  return (await db.appeal.updateMany({ where: { id, state: "open" }, data: decision })).count === 1;
}
