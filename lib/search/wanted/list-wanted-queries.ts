import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { cacheFor } from "@/lib/kernel/memoize";
import { selectWanted, type StoredWanted } from "@/lib/search/wanted/wanted-repository";
import type { CountedQueryKind } from "@/lib/search/wanted/counted-query";

/** Whoever asked is kept, hashed, for as long as a list can look back. */
export const MAX_WANTED_DAYS = RETENTION.WantedSearches.kept.days;

/** Below this counting costs little, and one search more or less shows. */
const WORTH_KEEPING = 500;

export interface WantedRow extends Omit<StoredWanted, "firstAskedAt" | "lastAskedAt"> {
  firstAskedAt: string;
  lastAskedAt: string;
}

export interface WantedQuery {
  limit: number;
  matched: boolean;
  kind: CountedQueryKind | null;
  days: number;
  now: Date;
}

const kept = cacheFor<{ rows: WantedRow[]; wishes: number }>({
  keepMs: 4_000,
  most: 50,
  worthKeeping: ({ wishes }) => wishes >= WORTH_KEEPING,
});

/**
 * Searches of the last days (UTC, today included) that nothing answered in full and that so many asked that others may
 * see them (`shown-sql`), most asked for first. Where there are many, as
 * they were four seconds ago at most: all of them are counted for it.
 */
export async function listWantedQueries({
  limit,
  matched,
  kind,
  days,
  now,
}: WantedQuery): Promise<WantedRow[]> {
  const since = new Date(now.getTime() - (days - 1) * DAY_MS);
  const key = JSON.stringify([limit, matched, kind, since.toISOString().slice(0, 10)]);
  const { rows } = await kept(key, now, async () => {
    const { rows, wishes } = await selectWanted(database(), { limit, matched, kind, since });
    return { rows: rows.map(toRow), wishes };
  });
  return rows;
}

const toRow = ({ firstAskedAt, lastAskedAt, ...row }: StoredWanted): WantedRow => ({
  ...row,
  firstAskedAt: firstAskedAt.toISOString(),
  lastAskedAt: lastAskedAt.toISOString(),
});
