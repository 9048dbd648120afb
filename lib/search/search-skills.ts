import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SkillSearch, SkillSearchResult } from "@/lib/search/views";
import { planCriteria, type PlannedCriteria, keyOfSearch } from "@/lib/search/plan-criteria";
import { listMatched } from "@/lib/search/words/answers";
import { countMatches } from "@/lib/search/count-matches";
import { recordQuestion, type Asker } from "@/lib/search/record-question";
import { selectHits } from "@/lib/search/repository";
import { toSkillRow } from "@/lib/search/to-skill-row";
import { createHash } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";

const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Nobody reads further; asking for it only costs. */
const MAX_OFFSET = 10_000;

export interface SearchOptions {
  clock?: Clock;
  /** Left out for suggestions while typing: half a word is no question. */
  asker?: Asker;
  /** False asks no model for the meaning: the words are not a person's question, or not yet a whole one. */
  byMeaning?: boolean;
}

/**
 * Skills that match, best first, with a count for each facet value. Three SQL statements, one to three before
 * them to weigh words, and one or two behind them when it is known who asks: a query of words or of one capability alone
 * that nothing answers in full is counted in Wanted, and one of words that finds something may be suggested to others.
 * Popularity orders matches and never makes one. Limit 1..100, 20 by default.
 */
export async function searchSkills(
  search: SkillSearch,
  options: SearchOptions = {},
): Promise<SkillSearchResult> {
  const started = performance.now();
  const now = (options.clock ?? systemClock).now();
  const criteria = await planCriteria(database(), search, options);
  const limit = clamp(search.limit ?? DEFAULT_LIMIT, 1, MAX_LIMIT);
  const offset = clamp(readOffset(search, criteria, limit), 0, MAX_OFFSET);
  const [rows, { total, answeringAll, facets }] = await Promise.all([
    selectHits(database(), { criteria, now, limit, offset }),
    countMatches(criteria, now),
  ]);
  const counted = options.asker
    ? await recordQuestion(
        { search, criteria, found: total > 0, answered: answeringAll > 0 },
        options.asker,
        now,
      )
    : false;
  const next = offset + rows.length;
  return {
    rows: rows.map((row) => toSkillRow(row, now)),
    matched: rows.map(({ found }) => listMatched(criteria.plan, new Set(found))),
    foundUnder: rows.map(({ found }) => new Set(found)),
    corrected: listCorrections(criteria.plan),
    total,
    answeringAll,
    counted,
    page: Math.floor(offset / limit) + 1,
    pageSize: limit,
    nextCursor:
      rows.length === limit && next < total && next <= MAX_OFFSET ? writeCursor(criteria, next) : null,
    facets,
    tookMs: Math.round((performance.now() - started) * 10) / 10,
  };
}

/** What mistyped words were read as. */
function listCorrections({ terms }: PlannedCriteria["plan"]): SkillSearchResult["corrected"] {
  return terms.flatMap(({ written, ways }) => {
    const meant = ways.find(({ kind }) => kind === "correction")?.meant;
    return meant === undefined ? [] : [{ written, meant }];
  });
}

function readOffset(search: SkillSearch, criteria: PlannedCriteria, limit: number): number {
  if (search.cursor) return readCursor(criteria, search.cursor);
  return (clamp(search.page ?? 1, 1, MAX_OFFSET) - 1) * limit;
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : least;
}

const FORM = /^(\d{1,6})\.([\w-]{11})$/;

/** A place in the results of one search, opaque to callers. */
function writeCursor(criteria: PlannedCriteria, offset: number): string {
  return Buffer.from(`${offset}.${fingerprint(criteria)}`).toString("base64url");
}

/** @throws DomainError REQUEST_INVALID for a cursor that is none, or that belongs to another search. */
function readCursor(criteria: PlannedCriteria, cursor: string): number {
  const [, offset, of] = FORM.exec(Buffer.from(cursor.slice(0, 60), "base64url").toString("latin1")) ?? [];
  if (of !== fingerprint(criteria)) {
    throw new DomainError(
      "REQUEST_INVALID",
      "The cursor does not belong to this search: ask for the first page again.",
      {
        details: { parameter: "cursor" },
      },
    );
  }
  return Number(offset);
}

function fingerprint(criteria: PlannedCriteria): string {
  return createHash("sha256").update(keyOfSearch(criteria)).digest("base64url").slice(0, 11);
}
