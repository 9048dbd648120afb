import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { CountedIdentity } from "@/lib/identity/counted-caller";
import type { CountedQuery } from "@/lib/registry/wanted/counted-query";

const { sql } = Prisma;

/** More rows are not read for one beginning: what so many ask is found among them. */
const MOST_READ = 5_000;

/** Keeps that this identity, or its address, asked this today; once. */
export async function insertFound(
  db: Database,
  { query, displayQuery }: Pick<CountedQuery, "query" | "displayQuery">,
  { identityHash, addressHash, day }: CountedIdentity,
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "FoundQueries" ("query", "display_query", "identity_hash", "address_hash", "day")
    VALUES (${query}, ${displayQuery}, ${identityHash}, ${addressHash}, ${day}::date) ON CONFLICT DO NOTHING`);
}

export interface FrequentSelection {
  /** Folded, as queries are. */
  beginning: string;
  /** Only what was asked on or after this UTC day. */
  since: Date;
  /** How many must have asked it on one day: on two days one asker cannot be told from two. */
  askers: number;
  limit: number;
}

/** Questions that begin so and that several people asked, most asked first, as one of them typed it. */
export async function selectFrequent(
  db: Database,
  { beginning, since, askers, limit }: FrequentSelection,
): Promise<string[]> {
  const pattern = `${beginning.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.$queryRaw<{ question: string }[]>(sql`
    SELECT min(d."display") AS "question" FROM (
      SELECT f."query", f."day", count(*) AS "askers", min(f."display_query") AS "display" FROM (
        SELECT * FROM "FoundQueries" WHERE "query" LIKE ${pattern} AND "day" >= ${since}::date LIMIT ${MOST_READ}) f
      GROUP BY f."query", f."day") d
    GROUP BY d."query" HAVING max(d."askers") >= ${askers}
    ORDER BY sum(d."askers") DESC, d."query" LIMIT ${limit}`);
  return rows.map(({ question }) => question);
}
