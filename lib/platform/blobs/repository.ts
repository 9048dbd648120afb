import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** Waits for a sweep that holds the row, and goes on once it is over. */
export async function upsertUnderWay(db: Database, digest: string, storedAt: Date): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "BlobsUnderWay" ("digest", "stored_at") VALUES (${digest}, ${storedAt})
    ON CONFLICT ("digest") DO UPDATE SET "stored_at" = EXCLUDED."stored_at"`);
}

/**
 * The oldest blobs of before `before`, held until the transaction ends; those that another sweep holds are left to it.
 */
export async function holdUnderWay(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ digest: string }[]>(sql`
    SELECT "digest" FROM "BlobsUnderWay" WHERE "stored_at" < ${before}
    ORDER BY "stored_at" LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return rows.map(({ digest }) => digest);
}

/** Those of the blobs that a version names, as its archive or its icon, a converted package or a tree of git. */
export async function listNamed(db: Database, digests: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ digest: string }[]>(sql`
    SELECT d."digest" FROM unnest(${[...digests]}::text[]) AS d("digest") WHERE
      EXISTS (SELECT FROM "SkillVersions" v WHERE v."archive_digest" = d."digest")
      OR EXISTS (SELECT FROM "SkillVersions" v WHERE v."icon_digest" = d."digest")
      OR EXISTS (SELECT FROM "ConvertedPackages" p WHERE p."archive_digest" = d."digest")
      OR EXISTS (SELECT FROM "GitTrees" g WHERE g."entries_digest" = d."digest")`);
  return new Set(rows.map(({ digest }) => digest));
}

export async function deleteUnderWay(db: Database, digests: readonly string[]): Promise<void> {
  await db.blobUnderWay.deleteMany({ where: { digest: { in: [...digests] } } });
}
