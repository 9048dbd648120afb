import { Prisma } from "@/lib/db/generated/client";
import { isSeenSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

/**
 * That the skill `s` is called this, as `isNamedSql` has it, and is one that the present reader is shown: to anybody else a private skill is
 * as if it did not exist.
 */
export const isCalledSql = (nameOrId: string | Prisma.Sql): Prisma.Sql =>
  sql`(${isNamedSql(nameOrId)} AND ${isSeenSql()})`;

/**
 * That the skill `s` is the one of this id, or is or was called this, a text or a column. No skill is called what another was, so at most
 * one is found; each of the three by its own index.
 */
export function isNamedSql(nameOrId: string | Prisma.Sql): Prisma.Sql {
  return sql`(s."slug" = ${nameOrId} OR s."id" = ${nameOrId}
    OR s."id" = (SELECT n."skill_id" FROM "SkillNames" n WHERE n."name" = ${nameOrId} AND n."borne_at" IS NOT NULL))`;
}
