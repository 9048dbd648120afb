import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** In the order of their ids, as everybody locks quotes. */
const clear = (which: Prisma.Sql) => sql`
  UPDATE "Quotes" SET "input" = 'null'::jsonb WHERE "id" IN (
    SELECT "id" FROM "Quotes" WHERE "input" <> 'null'::jsonb AND ${which} FOR UPDATE)`;

/** Of the quotes of these grants, where every call was made. */
export async function clearInputsOfUsedQuotes(tx: Database, grantIds: readonly string[]): Promise<void> {
  await tx.$executeRaw(
    clear(sql`"state" = 'CONSUMED' AND "id" IN (
      SELECT "quote_id" FROM "Grants" WHERE "id" = ANY(${[...grantIds]}::text[])) ORDER BY "id"`),
  );
}

/** Of quotes whose payment came too late or has vanished, which is their end. */
export async function clearInputsOfLostQuotes(
  tx: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  await tx.$executeRaw(
    clear(
      sql`"state" IN ('LATE_UNAPPLIED', 'ORPHANED') AND "updated_at" < ${before} ORDER BY "id" LIMIT ${limit}`,
    ),
  );
}
