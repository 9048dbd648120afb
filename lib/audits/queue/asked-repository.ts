import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { maintainersSql } from "@/lib/registry/publishers/maintainers-sql";
import type { AuditState } from "@/lib/registry/views";

const { sql } = Prisma;

export interface AskableRow {
  slug: string;
  version: string;
  ownerId: string | null;
  /** Account ids of who maintains it. */
  maintainers: string[];
  quarantineReason: string | null;
  published: boolean;
  yanked: boolean;
  /** Number of the version of this skill that is listed now; null while none is. */
  listedVersion: string | null;
  auditState: AuditState;
}

/** What decides whether an audit of a version can be asked for; null when there is no such version. */
export async function findAskable(db: Database, versionId: string, now: Date): Promise<AskableRow | null> {
  const [row] = await db.$queryRaw<AskableRow[]>(sql`
    SELECT s."slug", v."version", s."owner_id" AS "ownerId", ${maintainersSql(sql`s."id"`)} AS "maintainers", s."quarantine_reason" AS "quarantineReason",
      v."published_at" IS NOT NULL AS "published", v."yanked_at" IS NOT NULL AS "yanked", l."version" AS "listedVersion",
      d.audit_state AS "auditState"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    LEFT JOIN "SkillVersions" l ON l."id" = s."latest_version_id"
    ${auditFactsSql("d", now)} WHERE v."id" = ${versionId}`);
  return row ?? null;
}

/** Since when an audit of the version is asked for: from the first of however many ask at once. */
export async function setAuditAsked(db: Database, versionId: string, at: Date): Promise<Date> {
  const [row] = await db.$queryRaw<{ askedAt: Date }[]>(sql`
    UPDATE "SkillVersions" SET "audit_asked_at" = COALESCE("audit_asked_at", ${at}) WHERE "id" = ${versionId}
    RETURNING "audit_asked_at" AS "askedAt"`);
  if (!row) throw new Error(`version ${versionId} is gone, and versions are never deleted`);
  return row.askedAt;
}

/** A signed verdict answers the request; who wants another one asks again. */
export async function clearAuditAsked(db: Database, versionId: string): Promise<void> {
  await db.skillVersion.updateMany({
    where: { id: versionId, auditAskedAt: { not: null } },
    data: { auditAskedAt: null },
  });
}
