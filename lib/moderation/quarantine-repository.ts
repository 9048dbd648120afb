import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { FINDINGS, OPINION } from "@/lib/db/finding-columns";

const QUARANTINED = {
  id: true,
  version: true,
  createdAt: true,
  skill: { select: { id: true, slug: true, owner: { select: { username: true } } } },
  vettingJobs: {
    orderBy: { createdAt: "desc" },
    take: 1,
    select: {
      id: true,
      summary: true,
      findings: FINDINGS,
      opinion: OPINION,
    },
  },
} satisfies Prisma.SkillVersionSelect;

export type QuarantinedVersion = Prisma.SkillVersionGetPayload<{ select: typeof QUARANTINED }>;

export function listQuarantinedVersions(db: Database, limit: number): Promise<QuarantinedVersion[]> {
  return db.skillVersion.findMany({
    where: { vettingStatus: "caution", yankedAt: null },
    orderBy: { createdAt: "asc" },
    take: limit,
    select: QUARANTINED,
  });
}

/** The newest decision of an administrator about a version that vetting held. */
export function findDecisionEvent(
  db: Database,
  versionId: string,
): Promise<{ data: Prisma.JsonValue; occurredAt: Date } | null> {
  return db.event.findFirst({
    where: { subjectId: versionId, kind: "version:decided" },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    select: { data: true, occurredAt: true },
  });
}

/** True when it was not in quarantine (set) or was in it (null) before. The listing is the caller's to refresh. */
export async function setQuarantine(
  db: Database,
  id: string,
  quarantine: { at: Date; reason: string } | null,
): Promise<boolean> {
  const { count } = await db.skill.updateMany({
    where: { id, quarantinedAt: quarantine ? null : { not: null } },
    data: quarantine
      ? { quarantinedAt: quarantine.at, quarantineReason: quarantine.reason, publishedAt: null }
      : { quarantinedAt: null, quarantineReason: null },
  });
  return count === 1;
}

/** Asked of the database, so that a role that was taken away counts at once. */
export async function isAdministrator(db: Database, accountId: string): Promise<boolean> {
  return (await db.account.count({ where: { id: accountId, role: "administrator", closedAt: null } })) === 1;
}
