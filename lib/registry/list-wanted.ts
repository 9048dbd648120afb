import { listWantedQueries, type WantedRow } from "@/lib/search/list-wanted-queries";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** What people search for and nobody has published, most asked for first (R-002-84); `matched` adds what was published since. */
export function listWanted({ limit = DEFAULT_LIMIT, matched = false } = {}): Promise<WantedRow[]> {
  return listWantedQueries({ limit: Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT), matched });
}
