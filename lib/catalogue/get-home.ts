import { listSeals } from "@/lib/audits/seals";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectCallsByDay, selectHomeNumbers, type HomeNumbers } from "@/lib/catalogue/repository";
import { listWanted } from "@/lib/catalogue/list-wanted";
import type { ContentLanguage, HomeView } from "@/lib/registry/views";
import { chooseShown } from "@/lib/catalogue/choose-shown";
import { keptCounts } from "@/lib/catalogue/search/kept-counts";
import { searchExamples } from "@/lib/catalogue/search/search-examples";
import { listMatches } from "@/lib/catalogue/search/list-matches";
import { listMostUsed } from "@/lib/catalogue/search/list-most-used";

const TRENDING = 7;
const NEWEST = 3;
const WANTED = 6;
const SEALS = 6;

const countedNumbers = keptCounts<HomeNumbers & { countedAt: string }>(({ skillsListed }) => skillsListed);

/**
 * The front page: nine queries. All numbers are counted from what is stored, those of a market of some size as
 * `keptCounts` says: `countedAt` tells when. The skill at work is one in `language`, if there is one.
 */
export async function getHome(
  clock: Clock = systemClock,
  language: ContentLanguage = "en",
): Promise<HomeView> {
  const now = clock.now();
  const [{ categories, ...numbers }, trending, newest, wanted, latestSeals, proven] = await Promise.all([
    countedNumbers("home", now, async () => ({
      ...(await selectHomeNumbers(database(), now)),
      countedAt: now.toISOString(),
    })),
    listMostUsed(TRENDING, now),
    listMatches({ sort: "newest", limit: NEWEST }, { clock }),
    listWanted({ limit: WANTED, kind: "keyword" }, clock),
    listSeals({ limit: SEALS }, clock),
    searchExamples({ state: "proven", readerLanguage: language }, clock),
  ]);
  const calls = await selectCallsByDay(
    database(),
    trending.map(({ id }) => id),
    now,
  );
  return {
    tally: numbers,
    trending: trending.map((row) => ({ ...row, callsByDay: calls.get(row.id) ?? [] })),
    newest: trending.some(({ calls7d }) => calls7d > 0) ? newest : [],
    wanted: wanted.map(({ query, searches, lastAskedAt }) => ({ query, searches, lastAskedAt })),
    categories,
    latestSeals: latestSeals.filter(({ counts }) => counts),
    shown: chooseShown(proven.rows, now, language),
  };
}
