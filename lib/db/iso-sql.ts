import { Prisma } from "@/lib/db/generated/client";

/** A moment as ISO 8601 UTC with milliseconds, as JavaScript writes it. */
export function iso(moment: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
