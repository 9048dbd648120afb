import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** What a call of the version `v` costs: the price it declares, or 0 while no call of it is made. */
export const priceInForceSql: Prisma.Sql = sql`(CASE WHEN v."runnable" THEN v."price_lamports" ELSE 0 END)`;

/** Paths of the files of a version that may be run; null where that was not recorded of each of them. */
export const executableFilesSql = (versionId: Prisma.Sql): Prisma.Sql => sql`(SELECT
  CASE WHEN bool_and(p."is_executable" IS NOT NULL)
    THEN coalesce(json_agg(p."path" ORDER BY p."path" COLLATE "C") FILTER (WHERE p."is_executable"), '[]'::json) END
  FROM "PackageFiles" p WHERE p."version_id" = ${versionId})`;
