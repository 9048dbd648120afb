import { Prisma } from "@/lib/db/generated/client";
import { iso } from "@/lib/db/iso-sql";
import { isShownSql } from "@/lib/registry/access/shown-sql";

const { sql, raw } = Prisma;

// The audit state of a version, derived by every statement that shows or asks for it and never stored. This file is the
// only place that says which seals and bonds count. A query around these parts calls an audit `a`, its verifier `f`, the
// version that it names `c`, the version that is asked about `v`, and the skill `s`.

/** An upheld challenge of a version ends what was said for it before; with `since`, one that was upheld since then. */
const isUpheld = (version: Prisma.Sql, since = Prisma.empty) =>
  sql`EXISTS (SELECT 1 FROM "Challenges" x WHERE x."version_id" = ${version} AND x."state" = 'upheld' ${since})`;

/** A challenge of the version of audit `a` was upheld after it was signed, or as it was. */
export const isOverturnedSql = isOverturned(raw("a"));
function isOverturned(a: Prisma.Sql): Prisma.Sql {
  return isUpheld(sql`${a}."version_id"`, sql`AND x."decided_at" >= ${a}."issued_at"`);
}

/** Seal `a` read only a difference, and rests on nothing: it says nothing about the rest of its package. */
export const isUnfoundedSql = sql`(a."verdict" = 'seal' AND a."scope" <> 'full' AND cardinality(a."rests_on") = 0)`;

/** True for audit `a` if it was signed under an enrolment of the account, whether that has ended or not. */
export const signedBySql = (accountId: string) =>
  sql`a."verifier_id" = ANY(ARRAY(SELECT g."id" FROM "Verifiers" g WHERE g."account_id" = ${accountId}))`;

type Names = readonly [audit: Prisma.Sql, verifier: Prisma.Sql, version: Prisma.Sql];
const OWN: Names = [raw("a"), raw("f"), raw("c")];
const BASE: Names = [raw("b"), raw("bf"), raw("bc")];

/** Audits with their verifiers and the versions they name. */
const audits = ([a, f, c]: Names) =>
  sql`"Audits" ${a} JOIN "Verifiers" ${f} ON ${f}."id" = ${a}."verifier_id" JOIN "SkillVersions" ${c} ON ${c}."id" = ${a}."version_id"`;

/**
 * An audit is a seal in force by itself: over the bytes that the version still has, neither revoked nor expired, by a
 * verifier who was enrolled when signing, and no challenge was upheld since. That the digests are equal is not written
 * as a join: with two columns to join by, the database believes that next to no seal is left, and compares all of them
 * with all challenges.
 */
const isInForce = (now: Date, [a, f, c]: Names) =>
  sql`${a}."verdict" = 'seal' AND ${a}."revoked_at" IS NULL AND ${a}."expires_at" > ${now}
    AND coalesce(${c}."package_digest" = ${a}."package_digest", FALSE)
    AND (${f}."revoked_at" IS NULL OR ${f}."revoked_at" > ${a}."issued_at") AND NOT ${isOverturned(a)}`;

/**
 * The rule: true while audit `a` seals the version it names. It is in force, and if it read only a difference, so are all
 * the seals that it rests on. Nothing else makes a version Audited.
 */
const sealCountsSql = (now: Date): Prisma.Sql =>
  sql`(${isInForce(now, OWN)} AND (a."scope" = 'full' OR cardinality(a."rests_on") > 0 AND cardinality(a."rests_on") = (
    SELECT count(*) FROM ${audits(BASE)} WHERE b."id" = ANY(a."rests_on") AND ${isInForce(now, BASE)})))`;

/** Seals that count, as `a`, `f` and `c`. */
const countingSeals = (now: Date): Prisma.Sql => sql`${audits(OWN)} WHERE ${sealCountsSql(now)}`;

const bondCounts = sql`b."state" = 'locked' AND b."amount_lamports" >= b."required_lamports" AND NOT ${isUpheld(sql`b."version_id"`)}`;

/**
 * True when no challenge was upheld of version `v`, nor of a patch before it that carries the same audit: what was
 * found wrong could be published again, as the next patch.
 */
export const mayCarry = sql`NOT EXISTS (SELECT 1 FROM "Challenges" x JOIN "SkillVersions" w ON w."id" = x."version_id"
  WHERE x."state" = 'upheld' AND w."audit_carried_from_id" = v."audit_carried_from_id" AND w."created_at" <= v."created_at")`;

/**
 * The version whose seal makes `v` Audited: itself before the one whose audit it carries; NULL for neither. A value, asked
 * version by version from the index: an EXISTS may be turned into a comparison of all versions with all seals, of which
 * there are believed to be few.
 */
export const sealSourceSql = (now: Date): Prisma.Sql =>
  sql`(SELECT a."version_id" FROM ${countingSeals(now)}
    AND (a."version_id" = v."id" OR (a."version_id" = v."audit_carried_from_id" AND ${mayCarry}))
    ORDER BY a."version_id" = v."id" DESC LIMIT 1)`;

/** Wallets of the verifiers whose seals make version `v` Audited: its own seals, and those whose audit it carries. */
export const countingVerifiersSql = (
  now: Date,
): Prisma.Sql => sql`ARRAY(SELECT DISTINCT f."address" FROM ${countingSeals(now)}
  AND (a."version_id" = v."id" OR (a."version_id" = v."audit_carried_from_id" AND ${mayCarry})))`;

/** True for version `v` while a seal counts for it. */
export const isAuditedSql = (now: Date): Prisma.Sql => sql`${sealSourceSql(now)} IS NOT NULL`;

/** True for version `v` while it stands on the seal of another, or would without one of its own. */
export const carriesAuditSql = (now: Date): Prisma.Sql =>
  sql`(${mayCarry} AND EXISTS (SELECT 1 FROM ${countingSeals(now)} AND a."version_id" = v."audit_carried_from_id"))`;

/** A seal outweighs a bond. */
const auditState = (sealed: Prisma.Sql, bonded: Prisma.Sql) =>
  sql`CASE WHEN ${sealed} THEN 'Audited' WHEN ${bonded} THEN 'Optimistic' ELSE 'Unverified' END AS audit_state`;

/**
 * A lateral row `alias(sealed_by, bond, audit_state)` for version `v`: the version whose seal counts for it, the highest
 * bond that counts, and the state that follows.
 */
export function auditFactsSql(alias: string, now: Date): Prisma.Sql {
  const bond = sql`(SELECT max(b."amount_lamports") FROM "Bonds" b WHERE b."version_id" = v."id" AND ${bondCounts})`;
  return sql`CROSS JOIN LATERAL (SELECT q.*, ${auditState(sql`q.sealed_by IS NOT NULL`, sql`q.bond IS NOT NULL`)}
    FROM (SELECT ${sealSourceSql(now)} AS sealed_by, ${bond} AS bond OFFSET 0) q) ${raw(alias)}`;
}

/** `alias(audit_state)`, quicker when most versions of the market are looked at: sealed and bonded ones are listed once. */
export function auditStateOfManySql(alias: string, now: Date): Prisma.Sql {
  const sealed = sql`(SELECT a."version_id" FROM ${countingSeals(now)})`;
  const isAudited = sql`v."id" IN ${sealed} OR v."audit_carried_from_id" IN ${sealed} AND ${mayCarry}`;
  const isBonded = sql`v."id" IN (SELECT b."version_id" FROM "Bonds" b WHERE ${bondCounts})`;
  return sql`CROSS JOIN LATERAL (SELECT ${auditState(isAudited, isBonded)} OFFSET 0) ${raw(alias)}`;
}

/**
 * How many versions are listed and Audited, counted from the seals: a market has fewer of them than versions, of which
 * each would have to be asked.
 */
export function countAuditedSql(now: Date): Prisma.Sql {
  const seals = countingSeals(now);
  const isListed = (version: Prisma.Sql) =>
    sql`${version}."published_at" IS NOT NULL AND ${version}."yanked_at" IS NULL AND NOT EXISTS (
      SELECT 1 FROM "Skills" k WHERE k."id" = ${version}."skill_id" AND NOT ${isShownSql(raw("k"))})`;
  return sql`(SELECT count(*)::int FROM (
      SELECT c."id" FROM ${seals} AND ${isListed(raw("c"))}
      UNION
      SELECT v."id" FROM "SkillVersions" v WHERE v."audit_carried_from_id" IN (SELECT a."version_id" FROM ${seals})
        AND ${mayCarry} AND ${isListed(raw("v"))}) audited)`;
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
  return sql`CASE WHEN ${sealedBy} IS NOT NULL THEN (SELECT json_build_object('scope', a."scope", 'baseVersion', ${baseVersion},
      'carriedFrom', CASE WHEN c."id" <> v."id" THEN c."version" END, 'sealedAt', ${iso(sql`a."issued_at"`)},
      'verifierName', f."display_name", 'verifierAddress', f."address", 'confidential', a."confidential")
    FROM ${countingSeals(now)} AND a."version_id" = ${sealedBy}
    ORDER BY a."scope" = 'full' DESC, a."issued_at" DESC, a."id" DESC LIMIT 1) END`;
}

/** Number of the version whose difference audit `a` has read; NULL for a full one. */
const baseVersion = sql`(SELECT bv."version" FROM "Audits" b JOIN "SkillVersions" bv ON bv."id" = b."version_id"
  WHERE b."id" = a."rests_on"[1])`;

/** The last seal of a version that no seal counts for any more, and what ended it. */
export interface EndedSeal {
  auditId: string;
  verifierName: string;
  /** `base_ended`: it read only a difference, and a seal that it rests on does not count; `other`: none of these. */
  how: "revoked" | "expired" | "challenge_upheld" | "verifier_ended" | "base_ended" | "other";
  /** ISO 8601; null where the moment is that of another seal or of an enrolment. */
  endedAt: string | null;
  /** What the verifier wrote when revoking it. */
  reason: string | null;
}

/**
 * The last seal of version `v`, or of the one whose audit it carries, that does not count now, as the JSON of an
 * `EndedSeal`; NULL while a seal counts, and where there was none. `alias` is the row of `auditFactsSql`. What speaks
 * against the version itself comes first.
 */
export function endedSealSql(alias: string, now: Date): Prisma.Sql {
  const upheldAt = sql`(SELECT max(x."decided_at") FROM "Challenges" x WHERE x."state" = 'upheld'
    AND x."version_id" IN (v."id", a."version_id"))`;
  return sql`CASE WHEN ${raw(`${alias}.sealed_by`)} IS NULL THEN (
    SELECT json_build_object('auditId', q.id, 'verifierName', q.name, 'how', q.how, 'reason', q.reason,
      'endedAt', ${iso(sql`q.ended_at`)})
    FROM (SELECT a."id" AS id, f."display_name" AS name, a."issued_at",
        CASE WHEN a."revoked_at" IS NOT NULL THEN 'revoked' WHEN ${upheldAt} IS NOT NULL THEN 'challenge_upheld'
          WHEN a."expires_at" <= ${now} THEN 'expired' WHEN f."revoked_at" <= a."issued_at" THEN 'verifier_ended'
          WHEN a."scope" <> 'full' THEN 'base_ended' ELSE 'other' END AS how,
        CASE WHEN a."revoked_at" IS NOT NULL THEN a."revoke_reason" END AS reason,
        coalesce(a."revoked_at", ${upheldAt}, CASE WHEN a."expires_at" <= ${now} THEN a."expires_at" END) AS ended_at
      FROM ${audits(OWN)} WHERE a."verdict" = 'seal' AND a."version_id" IN (v."id", v."audit_carried_from_id")
      ORDER BY a."issued_at" DESC, a."id" DESC LIMIT 1) q) END`;
}

/** What the public sees of audit `a` and whether it counts now, as the JSON of a `SealView`. */
export const sealViewSql = (now: Date): Prisma.Sql =>
  sql`json_build_object('auditId', a."id", 'slug', s."slug", 'version', c."version", 'scope', a."scope", 'baseVersion', ${baseVersion},
    'confidential', a."confidential", 'verifierName', f."display_name", 'verifierAddress', f."address",
    'verifierUsername', (SELECT u."username" FROM "Accounts" u WHERE u."id" = f."account_id"),
    'packageDigest', a."package_digest", 'issuedAt', ${iso(sql`a."issued_at"`)}, 'expiresAt', ${iso(sql`a."expires_at"`)},
    'counts', ${sealCountsSql(now)})`;

/** Versions of the skills that a seal of their own makes Audited, each with that which read most and lasts longest. */
export function sealedVersionsSql(skillIds: readonly string[], now: Date): Prisma.Sql {
  return sql`SELECT DISTINCT ON (c."id") c."id" AS "versionId", c."skill_id" AS "skillId", c."version",
      c."created_at" AS "createdAt", c."package_digest" AS "packageDigest", a."id" AS "auditId", a."rests_on" AS "restsOn",
      a."expires_at" AS "expiresAt"
    FROM ${countingSeals(now)} AND c."skill_id" = ANY(${[...skillIds]}::text[])
    ORDER BY c."id", a."scope" = 'full' DESC, a."expires_at" DESC, a."id"`;
}
