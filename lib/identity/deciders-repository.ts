import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { everMembersSql } from "@/lib/identity/organisations/members-sql";

const { sql } = Prisma;

/** Account ids of a skill's owner and maintainers, of its former ones, and of who acted for one of them. */
export async function findOwnerIds(db: Database, skillId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(ownersSql(sql`${skillId}`));
  return rows.map(({ id }) => id);
}

/** Of some skills, those that an account owns or maintains or acts for, or did once. */
export async function filterOwned(
  db: Database,
  accountId: string,
  skillIds: readonly string[],
): Promise<string[]> {
  if (skillIds.length === 0) return [];
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT a."id" FROM unnest(${[...skillIds]}::text[]) a("id") WHERE ${accountId} IN (${ownersSql(sql`a."id"`)})`);
  return rows.map(({ id }) => id);
}

const ownersSql = (skillId: Prisma.Sql) => sql`
  SELECT s."owner_id" AS "id" FROM "Skills" s WHERE s."id" = ${skillId} AND s."owner_id" IS NOT NULL
  UNION SELECT t."from_id" FROM "SkillTransfers" t WHERE t."skill_id" = ${skillId} AND t."state" = 'accepted'
  UNION SELECT m."account_id" FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."accepted_at" IS NOT NULL
  UNION ${everMembersSql(skillId)}`;

export async function isAnyAdministratorExcept(
  db: Database,
  accountIds: readonly string[],
): Promise<boolean> {
  const id = { notIn: [...accountIds] };
  return (await db.account.count({ where: { role: "administrator", closedAt: null, id } })) > 0;
}
