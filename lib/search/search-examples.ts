import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { ContentLanguage } from "@/lib/registry/views";
import type { ExampleSearchRow } from "@/lib/search/views";
import { keyOfSearch, planCriteria } from "@/lib/search/criteria";
import { countExamples, selectExamples, type StoredExample } from "@/lib/search/examples-repository";
import { mapSkillRows } from "@/lib/search/rows";
import { cachedCounts } from "@/lib/search/count-matches";

const PAGE_SIZE = 20;
const MAX_PAGE = 500;
const STATES = ["proven", "drifted", "failing", "not_run"] as const;

export interface ExampleSearch {
  q?: string;
  capability?: string;
  /** proven, drifted, failing or not_run; anything else restricts nothing. */
  state?: string;
  page?: number;
  /** What is written in this language comes first; without one, none comes before another. */
  readerLanguage?: ContentLanguage;
}

export interface ExampleSearchResult {
  rows: ExampleSearchRow[];
  total: number;
  page: number;
  pageSize: number;
}

const total = cachedCounts<number>((counted) => counted);

/**
 * Examples across skills, so that somebody can choose by what goes in and comes out. Four queries; the total is
 * cached as `cachedCounts` says.
 */
export async function searchExamples(
  search: ExampleSearch = {},
  clock: Clock = systemClock,
): Promise<ExampleSearchResult> {
  const now = clock.now();
  const page = Math.min(Math.max(Math.trunc(search.page ?? 1) || 1, 1), MAX_PAGE);
  const { q, capability } = search;
  const criteria = await planCriteria(database(), {
    ...(q === undefined ? {} : { q }),
    ...(capability === undefined ? {} : { capability }),
  });
  const state = STATES.find((known) => known === search.state) ?? null;
  const [found, all] = await Promise.all([
    selectExamples(database(), {
      criteria,
      state,
      readerLanguage: search.readerLanguage ?? null,
      now,
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
    }),
    total(`${keyOfSearch(criteria)} ${state}`, now, () =>
      countExamples(database(), { criteria, state }, now),
    ),
  ]);
  const skills = await mapSkillRows([...new Set(found.map(({ versionId }) => versionId))], now);
  const rows = found.flatMap((row) => {
    const skill = skills.get(row.versionId);
    return skill ? [{ skill, example: toExample(row) }] : [];
  });
  return { rows, total: all, page, pageSize: PAGE_SIZE };
}

function toExample({
  position,
  example,
  state,
  matchRule,
  replayedAt,
  wallMs,
  detail,
}: StoredExample): ExampleSearchRow["example"] {
  return {
    position,
    name: example.name ?? null,
    description: example.description ?? null,
    tags: example.tags ?? [],
    input: example.input,
    output: example.output,
    replay:
      state && matchRule && replayedAt
        ? { state, matchRule, wallMs, detail, replayedAt: replayedAt.toISOString() }
        : null,
  };
}
