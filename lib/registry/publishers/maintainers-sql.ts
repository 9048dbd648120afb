import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** Account ids of who maintains a skill now, for a query that has its id. */
export const maintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."state" = 'active')`;

/** The same of whoever maintains it or did once: they do not judge it. */
export const everMaintainersSql = (skillId: Prisma.Sql): Prisma.Sql => sql`ARRAY(SELECT m."account_id"
  FROM "SkillMaintainers" m WHERE m."skill_id" = ${skillId} AND m."accepted_at" IS NOT NULL)`;
