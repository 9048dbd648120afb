import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { AuditState } from "@/lib/registry/views";

/** The derived audit state of one version; null when there is none. */
export async function findSkillAuditState(
  db: Database,
  versionId: string,
  now: Date,
): Promise<AuditState | null> {
  const [row] = await db.$queryRaw<{ state: AuditState }[]>(Prisma.sql`
    SELECT d.audit_state AS "state" FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    ${auditFactsSql("d", now)} WHERE v."id" = ${versionId}`);
  return row?.state ?? null;
}
