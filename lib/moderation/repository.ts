import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const SKILL = {
  id: true,
  slug: true,
  ownerId: true,
  latestVersionId: true,
  quarantinedAt: true,
  quarantineReason: true,
} satisfies Prisma.SkillSelect;

export type ModeratedSkill = Prisma.SkillGetPayload<{ select: typeof SKILL }>;

export function findModeratedSkill(db: Database, slugOrId: string): Promise<ModeratedSkill | null> {
  return db.skill.findFirst({ where: { OR: [{ slug: slugOrId }, { id: slugOrId }] }, select: SKILL });
}

const QUARANTINED = { ...SKILL, owner: { select: { username: true } } } satisfies Prisma.SkillSelect;

export type QuarantinedSkillRow = Prisma.SkillGetPayload<{ select: typeof QUARANTINED }>;

export function listQuarantinedSkills(db: Database, limit: number): Promise<QuarantinedSkillRow[]> {
  return db.skill.findMany({
    where: { quarantinedAt: { not: null } },
    orderBy: { quarantinedAt: "desc" },
    take: limit,
    select: QUARANTINED,
  });
}

export function findVersionToAppeal(
  db: Database,
  skillId: string,
  version: string,
): Promise<{ id: string; vettingStatus: string } | null> {
  return db.skillVersion.findUnique({
    where: { skillId_version: { skillId, version } },
    select: { id: true, vettingStatus: true },
  });
}

export interface NewReport {
  id: string;
  skillId: string;
  reason: string;
  text: string;
  accountId: string | null;
  identityHash: string;
  day: Date;
  createdAt: Date;
}

/** False when this identity has reported the skill on this day already. */
export async function insertReport(db: Database, report: NewReport): Promise<boolean> {
  return (await db.report.createMany({ data: [report], skipDuplicates: true })).count === 1;
}

const REPORT = {
  id: true,
  reason: true,
  text: true,
  accountId: true,
  createdAt: true,
  skill: { select: SKILL },
} satisfies Prisma.ReportSelect;

export type OpenReport = Prisma.ReportGetPayload<{ select: typeof REPORT }>;

/** Open reports, longest waiting first. */
export function listOpenReports(db: Database, limit: number): Promise<OpenReport[]> {
  return db.report.findMany({
    where: { state: "open" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: REPORT,
  });
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
      skill: { select: { slug: true } },
    },
  });
}

export interface Decision {
  state: string;
  decision: string;
  decidedById: string;
  decidedAt: Date;
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
  skill: { select: SKILL },
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

/** False when it was decided before. */
export async function closeAppeal(db: Database, id: string, decision: Decision): Promise<boolean> {
  return (await db.appeal.updateMany({ where: { id, state: "open" }, data: decision })).count === 1;
}

/** How much waits, by the page of administration it waits on. */
export interface Waiting {
  /** Uploads on hold. */
  overview: number;
  /** Challenges, and people who apply as verifiers. */
  audits: number;
  /** Reports and appeals. */
  reports: number;
}

export async function countWaitingRows(db: Database): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>(Prisma.sql`SELECT
    (SELECT count(*)::int FROM "SkillVersions" WHERE "vetting_status" = 'caution' AND "yanked_at" IS NULL) AS "overview",
    (SELECT count(*)::int FROM "Challenges" WHERE "state" = 'open')
      + (SELECT count(*)::int FROM "VerifierApplications" WHERE "state" = 'open') AS "audits",
    (SELECT count(*)::int FROM "Reports" WHERE "state" = 'open')
      + (SELECT count(*)::int FROM "Appeals" WHERE "state" = 'open') AS "reports"`);
  return row ?? { overview: 0, audits: 0, reports: 0 };
}

/** Appeals are deleted; reports stay, without saying whose they are. */
export async function forgetSender(db: Database, accountId: string): Promise<void> {
  await db.appeal.deleteMany({ where: { accountId } });
  await db.report.updateMany({ where: { accountId }, data: { accountId: null } });
}

/** Account ids of a skill's owner and of its former ones. */
export async function findOwnerIds(db: Database, skillId: string): Promise<string[]> {
  const transfers = { where: { state: "accepted" }, select: { fromId: true } } as const;
  const skill = await db.skill.findUnique({ where: { id: skillId }, select: { ownerId: true, transfers } });
  const former = (skill?.transfers ?? []).map(({ fromId }) => fromId);
  return skill?.ownerId ? [skill.ownerId, ...former] : former;
}

/** Of some skills, those that are an account's or were it once. */
export async function filterOwned(
  db: Database,
  accountId: string,
  skillIds: readonly string[],
): Promise<string[]> {
  const wasIts = { transfers: { some: { state: "accepted", fromId: accountId } } } as const;
  const where = { id: { in: [...skillIds] }, OR: [{ ownerId: accountId }, wasIts] };
  return (await db.skill.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function isAnyAdministratorExcept(
  db: Database,
  accountIds: readonly string[],
): Promise<boolean> {
  const id = { notIn: [...accountIds] };
  return (await db.account.count({ where: { role: "administrator", closedAt: null, id } })) > 0;
}
