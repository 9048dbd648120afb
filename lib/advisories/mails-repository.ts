import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { usesSkillSql } from "@/lib/registry/statistics/users-sql";

const { sql } = Prisma;

/**
 * Accounts with a proven address that want this advisory and were not mailed it: of a skill, those that starred it or
 * called it; of a key of the market (`skillId` null), only those that want all. Not who answers for the skill, who has
 * a mail of their own, and not `except`.
 */
export async function listUnmailed(
  db: Database,
  {
    advisoryId,
    skillId,
    except,
    limit,
  }: { advisoryId: string; skillId: string | null; except: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT a."id" FROM "Accounts" a
    WHERE a."closed_at" IS NULL AND a."email_verified_at" IS NOT NULL
      AND (a."advisory_notices" = 'all' OR (a."advisory_notices" = 'own' AND ${usesSkillSql(skillId)}))
      AND a."id" IS DISTINCT FROM ${except}
      AND NOT EXISTS (SELECT 1 FROM "Skills" s WHERE s."id" = ${skillId} AND s."owner_id" = a."id")
      AND NOT EXISTS (SELECT 1 FROM "AdvisoryMails" m WHERE m."advisory_id" = ${advisoryId} AND m."account_id" = a."id")
    ORDER BY a."id" LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** False where it was done before. */
export async function insertMailed(
  db: Database,
  row: { advisoryId: string; accountId: string; queuedAt: Date },
): Promise<boolean> {
  return (await db.advisoryMail.createMany({ data: [row], skipDuplicates: true })).count === 1;
}
