import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Decision } from "@/lib/moderation/repository";

export interface NewSetReport {
  id: string;
  setId: string;
  reason: string;
  text: string;
  accountId: string | null;
  identityHash: string;
  day: Date;
  createdAt: Date;
}

/** False when this identity has reported the set on this day already. */
export async function insertSetReport(db: Database, report: NewSetReport): Promise<boolean> {
  return (await db.setReport.createMany({ data: [report], skipDuplicates: true })).count === 1;
}

const REPORT = {
  id: true,
  reason: true,
  text: true,
  accountId: true,
  createdAt: true,
  set: { select: { id: true, name: true, ownerId: true } },
} satisfies Prisma.SetReportSelect;

export type OpenSetReport = Prisma.SetReportGetPayload<{ select: typeof REPORT }>;

/** Open reports about sets, longest waiting first. */
export function listOpenSetReports(db: Database, limit: number): Promise<OpenSetReport[]> {
  return db.setReport.findMany({
    where: { state: "open" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
    select: REPORT,
  });
}

export function findSetReport(db: Database, id: string): Promise<OpenSetReport | null> {
  return db.setReport.findUnique({ where: { id }, select: REPORT });
}

/** What of a report may be told to whoever has its number. */
export function findSetReportState(db: Database, id: string) {
  return db.setReport.findUnique({
    where: { id },
    select: {
      id: true,
      reason: true,
      state: true,
      createdAt: true,
      decidedAt: true,
      decision: true,
      set: { select: { name: true } },
    },
  });
}

/** False when it was decided before: a decision is made once. */
export async function closeSetReport(db: Database, id: string, decision: Decision): Promise<boolean> {
  return (await db.setReport.updateMany({ where: { id, state: "open" }, data: decision })).count === 1;
}
