import { listSeals } from "@/lib/audits/seals";
import { systemClock, type Clock, DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectCallsByDay, selectHomeNumbers, type HomeNumbers } from "@/lib/catalogue/repository";
import { listWanted } from "@/lib/catalogue/list-wanted";
import type { ContentLanguage, HomeView } from "@/lib/registry/views";
import { cachedCounts } from "@/lib/search/count-matches";
import { searchExamples } from "@/lib/search/search-examples";
import { listMatches } from "@/lib/search/search-skills";
import type { ExampleSearchRow } from "@/lib/search/views";

const TRENDING = 7;
const NEWEST = 3;
const WANTED = 6;
const SEALS = 6;

const countedNumbers = cachedCounts<HomeNumbers & { countedAt: string }>(({ skillsListed }) => skillsListed);

/**
 * The front page: nine queries. All numbers are counted from what is stored, those of a market of some size as
 * `cachedCounts` says: `countedAt` tells when. The skill at work is one in `language`, if there is one.
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
    listMatches({ limit: TRENDING }, { clock }), // without words: most calls, then downloads, of seven days
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

/** Characters of JSON on one side: more is no first sight. */
const MOST_CHARACTERS = 400;

/**
 * The skill that the front page shows at work: one proven example of the catalogue that is short enough to be read at
 * once, each UTC day that of the next skill; of those in `language`, if there are any, and of these of the audited
 * ones, if there are any: else whoever publishes anything would stand on the front page. Null while there is none.
 */
export function chooseShown(
  rows: readonly ExampleSearchRow[],
  now: Date,
  language: ContentLanguage,
): ExampleSearchRow | null {
  const bySkill = new Map<string, ExampleSearchRow>();
  for (const row of rows) {
    const { input, output, replay } = row.example;
    if (replay?.state !== "proven" || !isShort(input) || !isShort(output)) continue;
    if (!bySkill.has(row.skill.slug)) bySkill.set(row.skill.slug, row);
  }
  const all = [...bySkill.values()];
  const read = preferred(all, ({ skill }) => skill.contentLanguage === language);
  const shown = preferred(read, ({ skill }) => skill.auditState === "Audited");
  return shown[Math.floor(now.getTime() / DAY_MS) % shown.length] ?? null;
}

function preferred<Row>(rows: readonly Row[], isBetter: (row: Row) => boolean): readonly Row[] {
  const better = rows.filter(isBetter);
  return better.length > 0 ? better : rows;
}

const isShort = (value: unknown) =>
  ((JSON.stringify(value) as string | undefined)?.length ?? Infinity) <= MOST_CHARACTERS;
