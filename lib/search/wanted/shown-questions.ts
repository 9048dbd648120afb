import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { selectFrequent, selectWanted, type StoredWanted } from "@/lib/search/wanted/wanted-repository";
import { foldText } from "@/lib/search/words/tokens";
import { cacheFor } from "@/lib/kernel/memoize";
import type { CountedQueryKind } from "@/lib/search/wanted/counted-query";

const KEPT_DAYS = RETENTION.FoundQueries.kept.days;
const MOST_SUGGESTED = 3;

/**
 * Questions of the last 30 days that found something, begin with what is typed and were asked by so many that others may
 * see them (`isAskedByMany`); most asked first, at most three. One statement.
 */
export async function listFrequentQuestions(typed: string, now: Date): Promise<string[]> {
  const beginning = foldText(typed.normalize("NFKC").replace(/\s+/gu, " ").trimStart());
  return beginning.trim() === "" ? [] : listFrequent({ beginning, limit: MOST_SUGGESTED }, now);
}

/** The same for a folded beginning, which may be empty. */
const listFrequent = (asked: { beginning: string; limit: number }, now: Date): Promise<string[]> =>
  selectFrequent(database(), { ...asked, since: firstDay(now) });

const firstDay = (now: Date) => new Date(now.getTime() - (KEPT_DAYS - 1) * DAY_MS);

/** Whoever asked is kept, hashed, for as long as a list can look back. */
export const MAX_WANTED_DAYS = RETENTION.WantedSearches.kept.days;

/** Below this counting costs little, and one search more or less shows. */
const WORTH_KEEPING = 500;

export interface WantedRow extends Omit<StoredWanted, "firstAskedAt" | "lastAskedAt"> {
  firstAskedAt: string;
  lastAskedAt: string;
}

interface WantedQuery {
  limit: number;
  matched: boolean;
  kind: CountedQueryKind | null;
  days: number;
  now: Date;
}

const kept = cacheFor<{ rows: WantedRow[]; wishes: number }>({
  cacheMs: 4_000,
  most: 50,
  worthCaching: ({ wishes }) => wishes >= WORTH_KEEPING,
});

/**
 * Searches of the last days (UTC, today included) that nothing answered in full and that so many asked that others may
 * see them (`isAskedByMany`), most asked for first. Where there are many, as they were four seconds ago at most: all of
 * them are counted for it.
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

const MOST_SHOWN = 200;

/** All that others are shown of what people searched for: as wanted, or as a suggestion; the most asked first. */
export async function listShownQuestions(now: Date): Promise<string[]> {
  const [wanted, frequent] = await Promise.all([
    listWantedQueries({ limit: MOST_SHOWN, matched: true, kind: null, days: MAX_WANTED_DAYS, now }),
    listFrequent({ beginning: "", limit: MOST_SHOWN }, now),
  ]);
  return [...new Set([...wanted.map(({ query }) => query), ...frequent])];
}
