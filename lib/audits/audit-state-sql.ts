import { Prisma } from "@/lib/db/generated/client";
import { iso } from "@/lib/db/iso-sql";

const { sql, raw } = Prisma;

/**
 * What a version's seals and bonds make of it, derived by every query and never stored: a seal outweighs a bond. Which
 * seals count is said in `sealCounts` too, for those that are shown; a test holds the two together. The query around
 * them calls the version row `v` and the skill row `s`.
 */

/** An upheld challenge of a version ends what was said for it before. */
const upheldOf = (version: Prisma.Sql) =>
  sql`(SELECT max(x."decided_at") FROM "Challenges" x WHERE x."version_id" = ${version} AND x."state" = 'upheld')`;
/**
 * True when no challenge of the version was upheld, or with `since` none since that moment: asked so that the database
 * can look at many at once.
 */
const nothingUpheld = (version: Prisma.Sql, since = Prisma.empty) =>
  sql`NOT EXISTS (SELECT 1 FROM "Challenges" x WHERE x."version_id" = ${version} AND x."state" = 'upheld' ${since})`;
const bondCounts = sql`b."state" = 'locked' AND b."amount_lamports" >= b."required_lamports" AND ${nothingUpheld(sql`b."version_id"`)}`;

/** When a challenge of the version of audit `a` was last upheld, for `SealFacts`. */
export const upheldAtSql = upheldOf(sql`a."version_id"`);
/** True for audit `a` if it was signed under an enrolment of the account, whether that has ended or not. */
export const signedBySql = (accountId: string) =>
  sql`a."verifier_id" = ANY(ARRAY(SELECT g."id" FROM "Verifiers" g WHERE g."account_id" = ${accountId}))`;

/**
 * True when no challenge was upheld of version `v`, nor of a patch before it that carries the same audit: what was
 * found wrong could be published again, as the next patch.
 */
export const mayCarry = sql`NOT EXISTS (SELECT 1 FROM "Challenges" x JOIN "SkillVersions" w ON w."id" = x."version_id"
  WHERE x."state" = 'upheld' AND w."audit_carried_from_id" = v."audit_carried_from_id" AND w."created_at" <= v."created_at")`;

/** Seals that `v` may stand on: its own, and those of the version whose audit it carries, while it may. */
const sealedVersions = sql`(a."version_id" = v."id" OR (a."version_id" = v."audit_carried_from_id" AND ${mayCarry}))`;

/**
 * Seals in force by themselves: "Audits" `a` by verifier `f` over version `c`, or under other names. That the digests
 * are equal is not written as a join: with two columns to join by, the database believes that next to no seal is left,
 * and compares all of them with all challenges.
 */
function sealsInForce(now: Date, [a, f, c] = [raw("a"), raw("f"), raw("c")] as const): Prisma.Sql {
  return sql`"Audits" ${a} JOIN "Verifiers" ${f} ON ${f}."id" = ${a}."verifier_id" AND (${f}."revoked_at" IS NULL OR ${f}."revoked_at" > ${a}."issued_at")
    JOIN "SkillVersions" ${c} ON ${c}."id" = ${a}."version_id" AND coalesce(${c}."package_digest" = ${a}."package_digest", FALSE)
    WHERE ${a}."verdict" = 'seal' AND ${a}."revoked_at" IS NULL AND ${a}."expires_at" > ${now}
      AND ${nothingUpheld(sql`${a}."version_id"`, sql`AND x."decided_at" >= ${a}."issued_at"`)}`;
}

/**
 * Of audit `a`, for `SealFacts`: whether all seals that it rests on are in force; NULL for a full one, which rests on
 * none. One that read only a difference, and rests on nothing, says nothing about the rest of its package.
 */
export const baseStandsSql = (now: Date): Prisma.Sql =>
  sql`CASE WHEN a."scope" <> 'full' THEN cardinality(a."rests_on") > 0 AND cardinality(a."rests_on") = (
    SELECT count(*) FROM ${sealsInForce(now, [raw("b"), raw("bf"), raw("bc")])} AND b."id" = ANY(a."rests_on")) END`;

/** Seals that count, as `a`, `f` and `c`: in force, with all that they rest on. */
const countingSeals = (now: Date): Prisma.Sql =>
  sql`${sealsInForce(now)} AND (a."scope" = 'full' OR ${baseStandsSql(now)})`;

/** Number of the version whose difference audit `a` has read; NULL for a full one. */
export const baseVersionSql = sql`(SELECT bv."version" FROM "Audits" b JOIN "SkillVersions" bv ON bv."id" = b."version_id"
  WHERE b."id" = a."rests_on"[1])`;

/**
 * A lateral row `alias(sealed_by, bond, audit_state)` for version `v`: the version whose seal counts for it (its own
 * before the one it carries), the highest bond that counts, and the state that follows.
 */
export function auditFactsSql(alias: string, now: Date): Prisma.Sql {
  return lateral(alias, {
    sealedBy: sql`(SELECT a."version_id" FROM ${countingSeals(now)} AND ${sealedVersions}
      ORDER BY a."version_id" = v."id" DESC LIMIT 1)`,
    bond: sql`(SELECT max(b."amount_lamports") FROM "Bonds" b WHERE b."version_id" = v."id" AND ${bondCounts})`,
  });
}

/** The same row, quicker when most versions of the market are looked at: sealed and bonded ones are listed once. */
export function auditFactsOfManySql(alias: string, now: Date): Prisma.Sql {
  const sealed = sql`(SELECT a."version_id" FROM ${countingSeals(now)})`;
  return lateral(alias, {
    sealedBy: sql`CASE WHEN v."id" IN ${sealed} THEN v."id"
      WHEN v."audit_carried_from_id" IS NOT NULL AND v."audit_carried_from_id" IN ${sealed}
        AND ${mayCarry} THEN v."audit_carried_from_id" END`,
    bond: sql`CASE WHEN v."id" IN (SELECT b."version_id" FROM "Bonds" b WHERE ${bondCounts}) THEN 0 END`,
  });
}

function lateral(alias: string, { sealedBy, bond }: { sealedBy: Prisma.Sql; bond: Prisma.Sql }): Prisma.Sql {
  return sql`CROSS JOIN LATERAL (SELECT q.*, CASE WHEN q.sealed_by IS NOT NULL THEN 'Audited'
      WHEN q.bond IS NOT NULL THEN 'Optimistic' ELSE 'Unverified' END AS audit_state
    FROM (SELECT ${sealedBy} AS sealed_by, ${bond} AS bond OFFSET 0) q) ${raw(alias)}`;
}

/**
 * How many versions are listed and Audited, counted from the seals: a market has fewer of them than versions, of which
 * each would have to be asked.
 */
export function countAuditedSql(now: Date): Prisma.Sql {
  const seals = countingSeals(now);
  const inMarket = (skillId: Prisma.Sql) =>
    sql`NOT EXISTS (SELECT 1 FROM "Skills" k WHERE k."id" = ${skillId} AND k."quarantined_at" IS NOT NULL)`;
  return sql`(SELECT count(*)::int FROM (
      SELECT c."id" FROM ${seals} AND c."published_at" IS NOT NULL AND c."yanked_at" IS NULL AND ${inMarket(sql`c."skill_id"`)}
      UNION
      SELECT v."id" FROM "SkillVersions" v WHERE v."audit_carried_from_id" IN (SELECT a."version_id" FROM ${seals})
        AND v."published_at" IS NOT NULL AND v."yanked_at" IS NULL AND ${inMarket(sql`v."skill_id"`)} AND ${mayCarry}) audited)`;
}

/**
 * True for version `v` while a seal counts for it. Asked as a value, version by version from the index: an EXISTS may
 * be turned into a comparison of all versions with all seals, of which there are believed to be few.
 */
export function isAuditedSql(now: Date): Prisma.Sql {
  return sql`(SELECT a."id" FROM ${countingSeals(now)} AND ${sealedVersions} LIMIT 1) IS NOT NULL`;
}

/**
 * The trust level that counts: `verified` follows from Audited and falls with it, except for an unclaimed draft
 * (nobody answers for it yet); otherwise the stored level. `auditState` is an expression such as a column's name.
 */
export function effectiveTrustSql(auditState: Prisma.Sql): Prisma.Sql {
  return sql`CASE
    WHEN ${auditState} = 'Audited' AND s."claim_status" IS DISTINCT FROM 'draft' AND s."claim_status" IS DISTINCT FROM 'expired'
    THEN 'verified' ELSE v."trust_level"::text END`;
}

/**
 * What an Audited version `v` is said to be, beside that word (`AuditMark`), as JSON; NULL for another. Of several seals
 * it is the one that read most, and of those the newest. `alias` is the row of `auditFactsSql`.
 */
export function auditMarkSql(alias: string, now: Date): Prisma.Sql {
  const sealedBy = raw(`${alias}.sealed_by`);
  return sql`CASE WHEN ${sealedBy} IS NOT NULL THEN (SELECT json_build_object('scope', a."scope", 'baseVersion', ${baseVersionSql},
      'carriedFrom', CASE WHEN c."id" <> v."id" THEN c."version" END, 'sealedAt', ${iso(sql`a."issued_at"`)},
      'verifierName', f."display_name", 'verifierAddress', f."address")
    FROM ${countingSeals(now)} AND a."version_id" = ${sealedBy}
    ORDER BY a."scope" = 'full' DESC, a."issued_at" DESC, a."id" DESC LIMIT 1) END`;
}

/** True for version `v` while it stands on the seal of another, or would without one of its own. */
export const carriesAuditSql = (now: Date): Prisma.Sql =>
  sql`(${mayCarry} AND EXISTS (SELECT 1 FROM ${countingSeals(now)} AND a."version_id" = v."audit_carried_from_id"))`;

/** Versions of the skills that a seal of their own makes Audited, each with that which read most and lasts longest. */
export function sealedVersionsSql(skillIds: readonly string[], now: Date): Prisma.Sql {
  return sql`SELECT DISTINCT ON (c."id") c."id" AS "versionId", c."skill_id" AS "skillId", c."version",
      c."created_at" AS "createdAt", c."package_digest" AS "packageDigest", a."id" AS "auditId", a."rests_on" AS "restsOn",
      a."expires_at" AS "expiresAt"
    FROM ${countingSeals(now)} AND c."skill_id" = ANY(${[...skillIds]}::text[])
    ORDER BY c."id", a."scope" = 'full' DESC, a."expires_at" DESC, a."id"`;
}
