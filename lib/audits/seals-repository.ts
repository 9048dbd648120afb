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
  verifierAddress: string;
  verifierRevokedAt: Date | null;
  upheldAt: Date | null;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Seals of the given versions, or of all published ones, newest first, whether they still count or not. One query. */
export function listSealRows(
  db: Database,
  { versionIds, skip, take }: { versionIds?: readonly string[]; skip: number; take: number },
): Promise<SealRow[]> {
  const which = versionIds
    ? sql`v."id" = ANY(${[...versionIds]}::text[])`
    : sql`v."published_at" IS NOT NULL`;
  return db.$queryRaw<SealRow[]>(sql`
    SELECT a."id", v."id" AS "versionId", s."slug", v."version", a."verdict", a."scope", a."package_digest" AS "packageDigest",
      v."package_digest" AS "versionDigest", f."display_name" AS "verifierName", f."address" AS "verifierAddress",
      f."revoked_at" AS "verifierRevokedAt", ${upheldAtSql} AS "upheldAt", a."issued_at" AS "issuedAt", a."expires_at" AS "expiresAt", a."revoked_at" AS "revokedAt"
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id" JOIN "SkillVersions" v ON v."id" = a."version_id"
    JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE a."verdict" = 'seal' AND ${which} ORDER BY a."issued_at" DESC, a."id" DESC LIMIT ${take} OFFSET ${skip}`);
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
