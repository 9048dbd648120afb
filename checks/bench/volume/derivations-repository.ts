import { Prisma } from "@/lib/db/generated/client";
import { database } from "@/lib/db/client";
import {
  auditFactsOfManySql,
  auditFactsSql,
  countAuditedSql,
  isAuditedSql,
} from "@/lib/audits/audit-state-sql";

const { sql } = Prisma;

export interface Derivations {
  versions: number;
  audited: number;
  /** Versions of which two ways to derive their audit state disagree. */
  different: number;
}

/**
 * Derives the audit state of every version in each of the ways that the market reads it: of one, of many, and as a
 * condition. The number of audited ones that are listed, counted from the seals, must be the same too.
 */
export async function compareDerivations(now: Date): Promise<Derivations> {
  const [row] = await database().$queryRaw<(Derivations & { listed: number; counted: number })[]>(sql`
    SELECT count(*)::int AS "versions", count(*) FILTER (WHERE d.audited)::int AS "audited",
      count(*) FILTER (WHERE d.one <> d.many OR d.sealed IS DISTINCT FROM d.sealed_of_many OR d.audited <> d.asked)::int AS "different",
      count(*) FILTER (WHERE d.audited AND d.listed)::int AS "listed", ${countAuditedSql(now)} AS "counted"
    FROM (
      SELECT a.audit_state AS one, b.audit_state AS many, a.sealed_by AS sealed, b.sealed_by AS sealed_of_many,
        a.audit_state = 'Audited' AS audited, ${isAuditedSql(now)} AS asked,
        v."published_at" IS NOT NULL AND v."yanked_at" IS NULL AND s."quarantined_at" IS NULL AS listed
      FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
      ${auditFactsSql("a", now)} ${auditFactsOfManySql("b", now)}) d`);
  if (!row) throw new Error("nothing was compared");
  const { listed, counted, different, ...rest } = row;
  return { ...rest, different: different + Math.abs(listed - counted) };
}
