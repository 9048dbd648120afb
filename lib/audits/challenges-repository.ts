import type { Database } from "@/lib/db/client";
import { Prisma, type Challenge } from "@/lib/db/generated/client";
import { everMaintainersSql, maintainersSql } from "@/lib/registry/publishers/publisher-sql";
import { auditFactsSql, auditMarkSql } from "@/lib/audits/audit-state-sql";
import type { ChallengerFacts } from "@/lib/audits/standing";
import type { AuditMark, AuditState } from "@/lib/registry/views";

const { sql } = Prisma;
/** A challenge with what is shown of it, and whose skill it is about. */
export interface ChallengeRow extends Challenge {
  /** User name of who raised it. */
  challenger: string;
  /** When and why the signed verdict that opened it was taken back. */
  revokedAt: Date | null;
  revokeReason: string | null;
  slug: string;
  version: string;
  /** Account ids of who answers for the skill or maintains it now. */
  publishers: string[];
  /** The same, and of who did before. */
  owners: string[];
  /** Account ids of the verifiers whose seals it is about: of its version, and of the one whose audit that carries. */
  sealers: string[];
}

/** What decides how much a challenge of the skill by an account weighs; one query. */
export async function findChallengerFacts(
  db: Database,
  { accountId, versionId }: { accountId: string; versionId: string },
): Promise<ChallengerFacts> {
  const [row] = await db.$queryRaw<ChallengerFacts[]>(sql`
    WITH own AS (SELECT w."address" FROM "Wallets" w WHERE w."account_id" = ${accountId})
    SELECT EXISTS (SELECT 1 FROM "Verifiers" f WHERE f."account_id" = ${accountId} AND f."revoked_at" IS NULL) AS "isVerifier",
      EXISTS (SELECT 1 FROM "Receipts" r JOIN "Runs" n ON n."id" = r."run_id" JOIN own ON own."address" = n."payer_address"
        JOIN "SkillVersions" p ON p."id" = n."version_id" JOIN "SkillVersions" v ON v."skill_id" = p."skill_id"
        WHERE v."id" = ${versionId}) AS "hasReceipt",
      EXISTS (SELECT 1 FROM "Bonds" b JOIN own ON own."address" = b."creator" WHERE b."state" = 'locked') AS "hasDeposit"`);
  if (!row) throw new Error("a query without FROM always has one row");
  return row;
}

/** False when the account has an open challenge of the version. */
export async function insertChallenge(
  db: Database,
  challenge: Prisma.ChallengeCreateManyInput,
): Promise<boolean> {
  return (await db.challenge.createMany({ data: [challenge], skipDuplicates: true })).count === 1;
}

export async function findChallenge(db: Database, id: string): Promise<ChallengeRow | null> {
  return (await listChallengeRows(db, { id }, 1))[0] ?? null;
}

export async function existsUpheldChallenge(db: Database, versionId: string): Promise<boolean> {
  const where = { versionId, state: "upheld" };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** Whether a challenge was upheld of a version that carries the audit of this one. */
export async function existsUpheldPatch(db: Database, versionId: string): Promise<boolean> {
  const where = { version: { auditCarriedFromId: versionId }, state: "upheld" };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** False when it was decided meanwhile: what is said then is not read by who decides. */
export async function setAnswer(
  db: Database,
  id: string,
  change: { answer: string; answeredAt: Date },
): Promise<boolean> {
  return (await db.challenge.updateMany({ where: { id, state: "open" }, data: change })).count === 1;
}

/** False when it was decided before: the first decision stands. */
export async function setChallengeDecided(
  db: Database,
  id: string,
  change: { state: "upheld" | "rejected" | "lapsed"; outcome: string | null; decidedAt: Date },
): Promise<boolean> {
  return (await db.challenge.updateMany({ where: { id, state: "open" }, data: change })).count === 1;
}

/** Newest first, or those that have waited longest; one query. */
export function listChallengeRows(
  db: Database,
  which: { id?: string; versionId?: string; state?: string; deadlineBefore?: Date; longestFirst?: boolean },
  take: number,
): Promise<ChallengeRow[]> {
  const { id, versionId, state, deadlineBefore, longestFirst = false } = which;
  const conditions = [
    ...(id === undefined ? [] : [sql`c."id" = ${id}`]),
    ...(versionId === undefined ? [] : [sql`c."version_id" = ${versionId}`]),
    ...(state === undefined ? [] : [sql`c."state" = ${state}`]),
    ...(deadlineBefore === undefined ? [] : [sql`c."deadline" <= ${deadlineBefore}`]),
  ];
  return db.$queryRaw<ChallengeRow[]>(sql`
    SELECT c."id", c."version_id" AS "versionId", c."claim", c."evidence", c."state", c."opened_at" AS "openedAt", c."deadline",
      c."decided_at" AS "decidedAt", c."outcome", c."package_digest" AS "packageDigest", c."account_id" AS "accountId",
      c."audit_id" AS "auditId", c."standing", c."answer", c."answered_at" AS "answeredAt", p."username" AS "challenger", a."revoked_at" AS "revokedAt",
      a."revoke_reason" AS "revokeReason", v."version", s."slug",
      array_remove(ARRAY[s."owner_id"] || ${maintainersSql(sql`s."id"`)}, NULL) AS "publishers",
      array_remove(ARRAY[s."owner_id"] || ${everMaintainersSql(sql`s."id"`)} || ARRAY(
        SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted'), NULL) AS "owners",
      ARRAY(SELECT DISTINCT f."account_id" FROM "Audits" e JOIN "Verifiers" f ON f."id" = e."verifier_id" WHERE e."verdict" = 'seal'
        AND e."revoked_at" IS NULL AND e."version_id" IN (v."id", v."audit_carried_from_id")) AS "sealers"
    FROM "Challenges" c JOIN "Accounts" p ON p."id" = c."account_id" LEFT JOIN "Audits" a ON a."id" = c."audit_id"
    JOIN "SkillVersions" v ON v."id" = c."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY c."opened_at" ${longestFirst ? sql`ASC` : sql`DESC`} LIMIT ${take}`);
}

/** The derived audit state of one version, with what it says when it is Audited; null for an unknown id. */
export async function findListedAudit(
  db: Database,
  versionId: string,
  now: Date,
): Promise<{ auditState: AuditState; audit: AuditMark | null } | null> {
  const [row] = await db.$queryRaw<{ auditState: AuditState; audit: AuditMark | null }[]>(Prisma.sql`
    SELECT d.audit_state AS "auditState", ${auditMarkSql("d", now)} AS "audit" FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    ${auditFactsSql("d", now)} WHERE v."id" = ${versionId}`);
  return row ?? null;
}
