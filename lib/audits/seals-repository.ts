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

/** With what its verifier wrote. */
export interface SignedAuditRow extends SealRow {
  note: string | null;
  revokeReason: string | null;
}

interface WhichSeals {
  versionIds?: readonly string[];
  verifierId?: string;
  /** Requests for changes and challenges too. */
  everyVerdict?: boolean;
  skip?: number;
  take: number;
}

/**
 * Seals of the given versions, of one verifier, or of all published versions, newest first, whether they still count or not. Those of a skill in
 * quarantine are left out of the last; what a verifier has signed stays on their record. One query.
 */
export function listSealRows(
  db: Database,
  { versionIds, verifierId, everyVerdict = false, skip = 0, take }: WhichSeals,
): Promise<SignedAuditRow[]> {
  const which = versionIds
    ? sql`v."id" = ANY(${[...versionIds]}::text[])`
    : sql`v."published_at" IS NOT NULL`;
  const whose =
    verifierId !== undefined
      ? sql`AND a."verifier_id" = ${verifierId}`
      : versionIds
        ? Prisma.empty
        : sql`AND s."quarantined_at" IS NULL`;
  return db.$queryRaw<SignedAuditRow[]>(sql`
    SELECT a."id", v."id" AS "versionId", s."slug", v."version", a."verdict", a."scope", a."package_digest" AS "packageDigest",
      v."package_digest" AS "versionDigest", f."display_name" AS "verifierName",
      (SELECT u."username" FROM "Accounts" u WHERE u."id" = f."account_id") AS "verifierUsername", f."address" AS "verifierAddress",
      f."revoked_at" AS "verifierRevokedAt", ${upheldAtSql} AS "upheldAt", a."issued_at" AS "issuedAt", a."expires_at" AS "expiresAt", a."revoked_at" AS "revokedAt",
      a."note", a."revoke_reason" AS "revokeReason"
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id" JOIN "SkillVersions" v ON v."id" = a."version_id"
    JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE (${everyVerdict} OR a."verdict" = 'seal') AND ${which} ${whose} ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip}`);
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
