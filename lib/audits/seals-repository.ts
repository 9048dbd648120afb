import { SCOPES } from "@/lib/audits/audit-statement";
import type { Database } from "@/lib/db/client";
import { upheldAtSql } from "@/lib/audits/audit-state-sql";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

export interface SealRow {
  id: string;
  versionId: string;
  slug: string;
  version: string;
  verdict: string;
  scope: "full" | "reduced" | "patch";
  packageDigest: string;
  /** Digest of the version the seal names, as stored. */
  versionDigest: string;
  verifierName: string;
  /** User name of the verifier's account; its public page. */
  verifierUsername: string;
  verifierAddress: string;
  verifierRevokedAt: Date | null;
  upheldAt: Date | null;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Seals of the given versions, of one verifier, or of all published versions, newest first, whether they still count or not. One query. */
export function listSealRows(
  db: Database,
  {
    versionIds,
    verifierId,
    skip,
    take,
  }: { versionIds?: readonly string[]; verifierId?: string; skip: number; take: number },
): Promise<SealRow[]> {
  const which = versionIds
    ? sql`v."id" = ANY(${[...versionIds]}::text[])`
    : sql`v."published_at" IS NOT NULL`;
  const whose = verifierId === undefined ? Prisma.empty : sql`AND a."verifier_id" = ${verifierId}`;
  return db.$queryRaw<SealRow[]>(sql`
    SELECT a."id", v."id" AS "versionId", s."slug", v."version", a."verdict", a."scope", a."package_digest" AS "packageDigest",
      v."package_digest" AS "versionDigest", f."display_name" AS "verifierName",
      (SELECT u."username" FROM "Accounts" u WHERE u."id" = f."account_id") AS "verifierUsername", f."address" AS "verifierAddress",
      f."revoked_at" AS "verifierRevokedAt", ${upheldAtSql} AS "upheldAt", a."issued_at" AS "issuedAt", a."expires_at" AS "expiresAt", a."revoked_at" AS "revokedAt"
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id" JOIN "SkillVersions" v ON v."id" = a."version_id"
    JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE a."verdict" = 'seal' AND ${which} ${whose} ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip}`);
}

export interface SignedAuditRow extends SealRow {
  note: string | null;
  revokeReason: string | null;
}

/** Everything verifiers have signed about these versions, seals and other verdicts, newest first. One query. */
export async function listSignedRows(
  db: Database,
  { versionIds, take }: { versionIds: readonly string[]; take: number },
): Promise<SignedAuditRow[]> {
  const rows = await db.audit.findMany({
    where: { versionId: { in: [...versionIds] } },
    orderBy: [{ issuedAt: "desc" }, { id: "desc" }],
    take,
    select: {
      id: true,
      versionId: true,
      verdict: true,
      scope: true,
      packageDigest: true,
      note: true,
      issuedAt: true,
      expiresAt: true,
      revokedAt: true,
      revokeReason: true,
      verifier: {
        select: {
          address: true,
          displayName: true,
          revokedAt: true,
          account: { select: { username: true } },
        },
      },
      version: {
        select: {
          version: true,
          packageDigest: true,
          skill: { select: { slug: true } },
          challenges: {
            where: { state: "upheld" },
            orderBy: { decidedAt: "desc" },
            take: 1,
            select: { decidedAt: true },
          },
        },
      },
    },
  });
  return rows.map(({ verifier, version, ...audit }) => ({
    ...audit,
    scope: SCOPES.find((scope) => scope === audit.scope) ?? "full",
    slug: version.skill.slug,
    version: version.version,
    versionDigest: version.packageDigest,
    verifierName: verifier.displayName,
    verifierUsername: verifier.account.username,
    verifierAddress: verifier.address,
    verifierRevokedAt: verifier.revokedAt,
    upheldAt: version.challenges[0]?.decidedAt ?? null,
  }));
}

/** The version whose audit this one carries, unless a challenge against this one was upheld. */
export async function findCarriedFrom(db: Database, versionId: string): Promise<string | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      auditCarriedFromId: true,
      challenges: { where: { state: "upheld" }, take: 1, select: { id: true } },
    },
  });
  return row && row.challenges.length === 0 ? row.auditCarriedFromId : null;
}
