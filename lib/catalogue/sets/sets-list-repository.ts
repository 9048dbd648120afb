import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

export interface SetListRow {
  name: string;
  version: string;
  description: string;
  owner: string | null;
  /** Of its last version. */
  createdAt: Date;
  parts: number;
}

interface Asked {
  /** Each stands somewhere in the name. */
  words: readonly string[];
  offset: number;
  limit: number;
}

/** The sets that stand, by name, each with its last version. */
export function selectSetRows(db: Database, { words, offset, limit }: Asked): Promise<SetListRow[]> {
  return db.$queryRaw<SetListRow[]>(sql`
    SELECT s."name", v."version", v."description", a."username" AS "owner", v."created_at" AS "createdAt",
      (SELECT count(*)::int FROM "SkillSetParts" p WHERE p."set_id" = s."id" AND p."number" = v."number") AS "parts"
    FROM "SkillSets" s LEFT JOIN "Accounts" a ON a."id" = s."owner_id"
    CROSS JOIN LATERAL (SELECT v."number", v."version", v."description", v."created_at" FROM "SkillSetVersions" v
      WHERE v."set_id" = s."id" ORDER BY v."number" DESC LIMIT 1) v
    WHERE ${hasWords(words)} ORDER BY s."name" LIMIT ${limit}::int OFFSET ${offset}::int`);
}

export async function countSetRows(db: Database, words: readonly string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ total: number }[]>(
    sql`SELECT count(*)::int AS "total" FROM "SkillSets" s WHERE ${hasWords(words)}`,
  );
  return row?.total ?? 0;
}

const hasWords = (words: readonly string[]): Prisma.Sql =>
  sql`s."withdrawn_at" IS NULL AND NOT EXISTS (
    SELECT FROM unnest(${[...words]}::text[]) AS w("word") WHERE position(w."word" IN s."name") = 0)`;
