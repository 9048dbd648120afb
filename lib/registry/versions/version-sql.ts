import { Prisma } from "@/lib/db/generated/client";
import { iso } from "@/lib/db/iso-sql";
import { CLOSED_KINDS } from "@/lib/registry/versions/yank-kinds";

const { sql } = Prisma;

/** Whether nobody is given the bytes of the version `v` any more: `CLOSED_KINDS`. */
export const isClosedSql = (v: Prisma.Sql = sql`v`): Prisma.Sql =>
  sql`(coalesce(${v}."yank_kind", '') IN (${Prisma.join([...CLOSED_KINDS])}))`;

/**
 * What the owner of the skill `s` asks for a call of its version `v`. Only a skill that the release before has listed has
 * no price of its own: there it is that of the version.
 */
export const askedPriceSql: Prisma.Sql = sql`coalesce(s."asked_lamports", v."price_lamports")`;

/** The wallet that calls of the skill `s` pay, of its version `v` too. */
export const payeeSql: Prisma.Sql = sql`(CASE WHEN s."asked_lamports" IS NULL THEN v."payee_address" ELSE s."payee_address" END)`;

/** What a call of the version `v` of the skill `s` costs: what is asked, or 0 while no call of it is made. */
export const priceInForceSql: Prisma.Sql = sql`(CASE WHEN v."runnable" THEN ${askedPriceSql} ELSE 0 END)`;

/** The higher price that the owner of the skill `s` has announced, as JSON that `AnnouncedView` describes; NULL for none. */
export const announcedSql: Prisma.Sql = sql`(CASE WHEN s."announced_from" IS NOT NULL THEN json_build_object(
  'priceLamports', s."announced_lamports"::text, 'from', ${iso(sql`s."announced_from"`)}) END)`;

/** Paths of the files of a version that may be run; null where that was not recorded of each of them. */
export const executableFilesSql = (versionId: Prisma.Sql): Prisma.Sql => sql`(SELECT
  CASE WHEN bool_and(p."is_executable" IS NOT NULL)
    THEN coalesce(json_agg(p."path" ORDER BY p."path" COLLATE "C") FILTER (WHERE p."is_executable"), '[]'::json) END
  FROM "PackageFiles" p WHERE p."version_id" = ${versionId})`;
