import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** That the account `a` uses a skill, as far as that is known: it starred the skill, or called it. */
export const usesSkillSql = (skillId: string | null): Prisma.Sql => sql`(
  a."id" IN (SELECT t."account_id" FROM "Stars" t WHERE t."skill_id" = ${skillId})
  OR a."id" IN (SELECT r."account_id" FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id" WHERE v."skill_id" = ${skillId}))`;
