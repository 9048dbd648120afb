import { listSeals } from "@/lib/audits/list-seals";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { selectCallsByDay, selectHomeNumbers } from "@/lib/registry/home-repository";
import { listWanted } from "@/lib/registry/list-wanted";
import type { HomeView } from "@/lib/registry/views";
import { listMostUsed } from "@/lib/search/list-most-used";

const TRENDING = 7;
const WANTED = 6;
const SEALS = 6;

/** The front page: five queries, all numbers counted now from what is stored. */
export async function getHome(clock: Clock = systemClock): Promise<HomeView> {
  const now = clock.now();
  const [{ categories, ...numbers }, trending, wanted, latestSeals] = await Promise.all([
    selectHomeNumbers(database(), now),
    listMostUsed(TRENDING, now),
    listWanted({ limit: WANTED, kind: "keyword" }, clock),
    listSeals({ limit: SEALS }, clock),
  ]);
  const calls = await selectCallsByDay(
    database(),
    trending.map(({ id }) => id),
    now,
  );
  return {
    tally: { ...numbers, countedAt: now.toISOString() },
    trending: trending.map((row) => ({ ...row, callsByDay: calls.get(row.id) ?? [] })),
    wanted: wanted.map(({ query, searches, lastAskedAt }) => ({ query, searches, lastAskedAt })),
    categories,
    latestSeals: latestSeals.filter(({ counts }) => counts),
  };
}
