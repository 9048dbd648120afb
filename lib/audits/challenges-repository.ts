import { OWNERS } from "@/lib/audits/audits-repository";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { everMaintainersSql } from "@/lib/registry/publishers/maintainers-sql";
import { auditFactsSql, auditMarkSql } from "@/lib/audits/audit-state-sql";
import type { ChallengerFacts, Standing } from "@/lib/audits/standing";
import type { AuditMark, AuditState } from "@/lib/registry/views";

const { sql } = Prisma;
const CHALLENGE = {
  id: true,
  versionId: true,
  claim: true,
  evidence: true,
  state: true,
  openedAt: true,
  deadline: true,
  decidedAt: true,
  outcome: true,
  packageDigest: true,
  accountId: true,
  auditId: true,
  standing: true,
  account: { select: { username: true } },
  audit: { select: { revokedAt: true, revokeReason: true } },
  version: { select: { version: true, skill: { select: { slug: true, ...OWNERS } } } },
} satisfies Prisma.ChallengeSelect;

export type ChallengeRow = Prisma.ChallengeGetPayload<{ select: typeof CHALLENGE }>;

interface NewChallenge {
  id: string;
  versionId: string;
  accountId: string;
  packageDigest: string;
  claim: string;
  evidence: string;
  openedAt: Date;
  deadline: Date;
  /** The signed verdict that opens it. */
  auditId: string | null;
  standing: Standing | null;
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
export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<boolean> {
  return (await db.challenge.createMany({ data: [challenge], skipDuplicates: true })).count === 1;
}

export function findChallenge(db: Database, id: string): Promise<ChallengeRow | null> {
  return db.challenge.findUnique({ where: { id }, select: CHALLENGE });
}

export async function existsUpheldChallenge(db: Database, versionId: string): Promise<boolean> {
  const where = { versionId, state: "upheld" };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Accounts of the verifiers whose seals a challenge of each version is about: its own, and those of the version whose
 * audit it carries. Versions without seals are left out.
 */
export async function mapSealers(
  db: Database,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.$queryRaw<{ versionId: string; accountIds: string[] }[]>(sql`
    SELECT v."id" AS "versionId", array_agg(DISTINCT f."account_id") AS "accountIds"
    FROM "SkillVersions" v JOIN "Audits" a ON a."version_id" IN (v."id", v."audit_carried_from_id")
    JOIN "Verifiers" f ON f."id" = a."verifier_id"
    WHERE v."id" = ANY(${[...versionIds]}::text[]) AND a."verdict" = 'seal' AND a."revoked_at" IS NULL GROUP BY v."id"`);
  return new Map(rows.map(({ versionId, accountIds }) => [versionId, accountIds]));
}

/** Whether a challenge was upheld of a version that carries the audit of this one. */
export async function existsUpheldPatch(db: Database, versionId: string): Promise<boolean> {
  const where = { version: { auditCarriedFromId: versionId }, state: "upheld" };
  return (await db.challenge.findFirst({ where, select: { id: true } })) !== null;
}

/** False when it was decided before: the first decision stands. */
export async function setChallengeDecided(
  db: Database,
  id: string,
  change: { state: "upheld" | "rejected" | "lapsed"; outcome: string | null; decidedAt: Date },
): Promise<boolean> {
  return (await db.challenge.updateMany({ where: { id, state: "open" }, data: change })).count === 1;
}

interface FlatChallenge extends Omit<ChallengeRow, "account" | "audit" | "version"> {
  username: string;
  revokedAt: Date | null;
  revokeReason: string | null;
  version: string;
  slug: string;
  ownerId: string | null;
  formerOwners: string[];
  everMaintainers: string[];
}

/** Newest first, or those that have waited longest; one query. */
export async function listChallengeRows(
  db: Database,
  {
    versionIds,
    state,
    deadlineBefore,
    longestFirst = false,
  }: { versionIds?: readonly string[]; state?: string; deadlineBefore?: Date; longestFirst?: boolean },
  take: number,
): Promise<ChallengeRow[]> {
  const conditions = [
    versionIds ? sql`c."version_id" = ANY(${[...versionIds]}::text[])` : sql`TRUE`,
    state === undefined ? sql`TRUE` : sql`c."state" = ${state}`,
    deadlineBefore ? sql`c."deadline" <= ${deadlineBefore}` : sql`TRUE`,
  ];
  const rows = await db.$queryRaw<FlatChallenge[]>(sql`
    SELECT c."id", c."version_id" AS "versionId", c."claim", c."evidence", c."state", c."opened_at" AS "openedAt", c."deadline",
      c."decided_at" AS "decidedAt", c."outcome", c."package_digest" AS "packageDigest", c."account_id" AS "accountId",
      c."audit_id" AS "auditId", c."standing", p."username", a."revoked_at" AS "revokedAt", a."revoke_reason" AS "revokeReason",
      v."version", s."slug", s."owner_id" AS "ownerId",
      ARRAY(SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = s."id" AND t."state" = 'accepted') AS "formerOwners",
      ${everMaintainersSql(sql`s."id"`)} AS "everMaintainers"
    FROM "Challenges" c JOIN "Accounts" p ON p."id" = c."account_id" LEFT JOIN "Audits" a ON a."id" = c."audit_id"
    JOIN "SkillVersions" v ON v."id" = c."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY c."opened_at" ${longestFirst ? sql`ASC` : sql`DESC`} LIMIT ${take}`);
  return rows.map(toRow);
}

function toRow({
  username,
  revokedAt,
  revokeReason,
  version,
  slug,
  ownerId,
  formerOwners,
  everMaintainers,
  ...row
}: FlatChallenge): ChallengeRow {
  const transfers = formerOwners.map((fromId) => ({ fromId }));
  const maintainers = everMaintainers.map((accountId) => ({ accountId }));
  return {
    ...row,
    account: { username },
    audit: row.auditId === null ? null : { revokedAt, revokeReason },
    version: { version, skill: { slug, ownerId, transfers, maintainers } },
  };
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
