import type { Database } from "@/lib/db/client";
import {
  isUnfoundedSql,
  mayCarry,
  sealSourceSql,
  sealedVersionsSql,
  sealViewSql,
  signedBySql,
} from "@/lib/audits/audit-state-sql";
import { Prisma } from "@/lib/db/generated/client";
import type { SealView } from "@/lib/registry/views";

const { sql } = Prisma;

/** What the public sees of a signed audit, with what its verifier wrote. */
export interface SignedAuditRow {
  seal: SealView;
  verdict: string;
  note: string | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  /** The signed statement; empty where seals alone are asked for. */
  payload: string;
}

interface WhichSeals {
  auditId?: string;
  versionIds?: readonly string[];
  /**
   * Those that a version may stand on: its own, and those of the version whose audit it carries, while it may.
   */
  standingFor?: string;
  /** What an account has signed, under any enrolment of its own. */
  signedBy?: string;
  /** Requests for changes and challenges too. */
  everyVerdict?: boolean;
  now: Date;
  skip?: number;
  take: number;
}

/**
 * Seals of the given versions, of one verifier, or of all published versions, newest first, whether they still count or
 * not. Those of a skill in quarantine are left out of the last; what a verifier has signed stays on their record. One
 * query, which reads of the seals before the page what decides their place and nothing else.
 */
export function listSealRows(
  db: Database,
  { everyVerdict = false, now, skip = 0, take, ...which }: WhichSeals,
): Promise<SignedAuditRow[]> {
  return db.$queryRaw<SignedAuditRow[]>(sql`
    WITH page AS MATERIALIZED (
      SELECT a."id" FROM "Audits" a WHERE ${everyVerdict ? sql`TRUE` : sql`a."verdict" = 'seal'`} AND ${whichSeals(which)}
      ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip})
    SELECT ${sealViewSql(now)} AS "seal", a."verdict", a."note", a."revoked_at" AS "revokedAt", a."revoke_reason" AS "revokeReason",
      ${everyVerdict ? sql`a."payload"` : sql`''`} AS "payload"
    FROM page JOIN "Audits" a ON a."id" = page."id" JOIN "Verifiers" f ON f."id" = a."verifier_id"
    JOIN "SkillVersions" c ON c."id" = a."version_id" JOIN "Skills" s ON s."id" = c."skill_id"
    ORDER BY a."issued_at" DESC, a."id" DESC`);
}

function whichSeals({
  auditId,
  versionIds,
  standingFor,
  signedBy,
}: Omit<WhichSeals, "take" | "now">): Prisma.Sql {
  if (auditId !== undefined) return sql`a."id" = ${auditId}`;
  if (versionIds) return sql`a."version_id" = ANY(${[...versionIds]}::text[])`;
  if (standingFor !== undefined) {
    return sql`a."version_id" IN (SELECT ${standingFor} UNION ALL SELECT v."audit_carried_from_id" FROM "SkillVersions" v
      WHERE v."id" = ${standingFor} AND ${mayCarry})`;
  }
  return signedBy === undefined ? notQuarantined : signedBySql(signedBy);
}

/** Few skills are in quarantine, so that this is found out for all seals at once. */
const notQuarantined = sql`NOT EXISTS (SELECT 1 FROM "Skills" q JOIN "SkillVersions" w ON w."skill_id" = q."id"
  WHERE q."quarantined_at" IS NOT NULL AND w."id" = a."version_id")`;

/** A version that a seal of its own makes Audited: what the next one can be read against. */
export interface SealedVersion {
  versionId: string;
  skillId: string;
  version: string;
  createdAt: Date;
  packageDigest: string;
  /** The seal, and those it rests on in turn. */
  auditId: string;
  restsOn: string[];
  expiresAt: Date;
}

export function listSealedVersions(
  db: Database,
  skillIds: readonly string[],
  now: Date,
): Promise<SealedVersion[]> {
  return db.$queryRaw<SealedVersion[]>(sealedVersionsSql(skillIds, now));
}

/** The version whose seal makes this one Audited: itself, or the one whose audit it carries; null for neither. */
export async function findSealSource(db: Database, versionId: string, now: Date): Promise<string | null> {
  const [row] = await db.$queryRaw<{ source: string | null }[]>(sql`
    SELECT ${sealSourceSql(now)} AS "source" FROM "SkillVersions" v WHERE v."id" = ${versionId}`);
  return row?.source ?? null;
}

export interface UnfoundedSeal {
  auditId: string;
  versionId: string;
  slug: string;
  version: string;
  packageDigest: string;
  verifierAccountId: string;
  verifier: string;
}

/** Seals of a difference that rest on nothing, and would count otherwise, that nobody was told of yet. */
export function listUnfoundedSeals(db: Database, now: Date, limit: number): Promise<UnfoundedSeal[]> {
  return db.$queryRaw<UnfoundedSeal[]>(sql`
    SELECT a."id" AS "auditId", v."id" AS "versionId", s."slug", v."version", a."package_digest" AS "packageDigest",
      f."account_id" AS "verifierAccountId", f."address" AS "verifier"
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id"
    JOIN "SkillVersions" v ON v."id" = a."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE ${isUnfoundedSql} AND a."unfounded_at" IS NULL AND a."revoked_at" IS NULL AND a."expires_at" > ${now}
    ORDER BY a."issued_at", a."id" LIMIT ${limit}`);
}

/** False when they were told before: the first time stands. */
export async function setUnfoundedTold(db: Database, id: string, at: Date): Promise<boolean> {
  const where = { id, unfoundedAt: null };
  return (await db.audit.updateMany({ where, data: { unfoundedAt: at } })).count === 1;
}
