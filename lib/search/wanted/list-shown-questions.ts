import { listFrequent } from "@/lib/search/wanted/list-frequent-questions";
import { listWantedQueries, MAX_WANTED_DAYS } from "@/lib/search/wanted/list-wanted-queries";

const MOST = 200;

/** All that others are shown of what people searched for: as wanted, or as a suggestion; the most asked first. */
export async function listShownQuestions(now: Date): Promise<string[]> {
  const [wanted, frequent] = await Promise.all([
    listWantedQueries({ limit: MOST, matched: true, kind: null, days: MAX_WANTED_DAYS, now }),
    listFrequent({ beginning: "", limit: MOST }, now),
  ]);
  return [...new Set([...wanted.map(({ query }) => query), ...frequent])];
}
