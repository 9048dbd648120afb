import { listSeals } from "@/lib/audits/seals/list-seals";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { staleWhileRevalidate } from "@/lib/kernel/stale-while-revalidate";
import { hasQuarantineChanged } from "@/lib/registry/has-quarantine-changed";
import { selectCallsByDay, selectHomeNumbers, type HomeNumbers } from "@/lib/catalogue/home-repository";
import { listWanted } from "@/lib/catalogue/list-wanted";
import type { ContentLanguage, HomeView } from "@/lib/registry/views";
import { chooseShown } from "@/lib/catalogue/choose-shown";
import { searchExamples } from "@/lib/catalogue/search/search-examples";
import { listMatches } from "@/lib/catalogue/search/list-matches";
import { listMostUsed } from "@/lib/catalogue/search/list-most-used";

const TRENDING = 7;
const NEWEST = 4;
const WANTED = 6;
const SEALS = 6;

/** Below this counting costs little and one skill more or less shows. */
const WORTH_KEEPING = 500;
/** From here on somebody would wait for it. */
const WORTH_SERVING_OLDER = 10_000;
const OLDEST_MS = 60_000;
const ANEW_AFTER_MS = 15_000;

const countedNumbers = staleWhileRevalidate<HomeNumbers & { countedAt: string }>({
  keepMs: 4_000,
  most: 1,
  worthKeeping: ({ skillsListed }) => skillsListed >= WORTH_KEEPING,
  older: {
    upToMs: OLDEST_MS,
    anewAfterMs: ANEW_AFTER_MS,
    isGoodEnough: async ({ skillsListed, countedAt }) =>
      skillsListed >= WORTH_SERVING_OLDER && !(await hasQuarantineChanged(new Date(countedAt))),
  },
});

/**
 * The front page: eight queries. All numbers are counted from what is stored, those of a market of some size at most
 * four seconds ago, of a large one fifteen, or a minute while they are counted anew: `countedAt` says when. The skill at
 * work is one in `language`, if there is one.
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
    searchExamples({ state: "proven" }, clock),
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
