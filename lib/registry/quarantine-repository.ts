import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

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
      findings: { orderBy: { position: "asc" }, select: { code: true, severity: true } },
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
