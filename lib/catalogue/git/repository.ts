import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { priceInForceSql } from "@/lib/registry/versions/version-sql";
import { areFilesGivenSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

export interface GitVersionRow {
  skillId: string;
  versionId: string;
  version: string;
  name: string;
  packageDigest: string;
  archiveDigest: string;
  /** What a call costs, as digits. */
  priceLamports: string;
  yankedAt: Date | null;
  yankReason: string | null;
  yankKind: string | null;
  /** Null while it was not packed. */
  treeId: string | null;
}

/** Published versions of a skill that is in no quarantine and whose files everybody is given, in the order of their upload; one query. */
export function selectGitVersions(db: Database, nameOrId: string): Promise<GitVersionRow[]> {
  return db.$queryRaw<GitVersionRow[]>(sql`
    SELECT s."id" AS "skillId", v."id" AS "versionId", v."version", v."manifest" #>> '{slug}' AS "name",
      v."package_digest" AS "packageDigest", v."archive_digest" AS "archiveDigest",
      ${priceInForceSql}::text AS "priceLamports", v."yanked_at" AS "yankedAt", v."yank_reason" AS "yankReason", v."yank_kind" AS "yankKind", t."tree_id" AS "treeId"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    LEFT JOIN "GitTrees" t ON t."archive_digest" = v."archive_digest"
    WHERE ${isCalledSql(nameOrId)} AND v."published_at" IS NOT NULL AND s."quarantined_at" IS NULL AND ${areFilesGivenSql()}
    ORDER BY v."created_at", v."id"`);
}

interface GitTreeRow {
  archiveDigest: string;
  treeId: string;
  /** Of the blob that holds its entries one behind the other. */
  entriesDigest: string;
  /** Which these are (`writeEntryList`). */
  entryList: Uint8Array<ArrayBuffer>;
}

/** Does nothing when somebody was faster: equal archives give equal trees. */
export async function insertGitTree(db: Database, row: GitTreeRow & { createdAt: Date }): Promise<void> {
  await db.gitTree.createMany({ data: [row], skipDuplicates: true });
}

export async function deleteGitTree(db: Database, archiveDigest: string): Promise<void> {
  await db.gitTree.deleteMany({ where: { archiveDigest } });
}

/** The trees of the archives that were packed, in no order. */
export function selectGitTrees(db: Database, archiveDigests: readonly string[]): Promise<GitTreeRow[]> {
  return db.gitTree.findMany({
    where: { archiveDigest: { in: [...archiveDigests] } },
    select: { archiveDigest: true, treeId: true, entriesDigest: true, entryList: true },
  });
}
