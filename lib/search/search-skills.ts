import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SkillSearch, SkillSearchResult } from "@/lib/search/views";
import { planCriteria, type PlannedCriteria, keyOfSearch } from "@/lib/search/criteria";
import { listMatched, listMissing, answersAll } from "@/lib/search/words/plan-words";
import { countMatches } from "@/lib/search/count-matches";
import { recordQuestion, type Asker } from "@/lib/search/wanted/record-question";
import { selectHits } from "@/lib/search/hits-repository";
import { toSkillRow } from "@/lib/search/rows";
import { createHash } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillRow } from "@/lib/registry/views";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Nobody reads further; asking for it only costs. */
const MAX_OFFSET = 10_000;

interface SearchOptions {
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
  const place = readPlace(search, criteria, limit);
  const offset = typeof place === "number" ? clamp(place, 0, MAX_OFFSET) : 0;
  const [hits, { total, answeringAll, facets }] = await Promise.all([
    selectHits(database(), {
      criteria,
      now,
      // One more than is shown says whether another page follows.
      limit: limit + 1,
      offset,
      ...(typeof place === "string" ? { after: place } : {}),
    }),
    countMatches(criteria, now),
  ]);
  const rows = hits.slice(0, limit);
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
    missing: rows.map(({ found }) => listMissing(criteria.plan, new Set(found))),
    foundUnder: rows.map(({ found }) => new Set(found)),
    corrected: listCorrections(criteria.plan),
    total,
    answeringAll,
    counted,
    page: Math.floor(offset / limit) + 1,
    pageSize: limit,
    nextCursor: hits.length > limit ? nextCursor(criteria, rows.at(-1)?.slug ?? "", next) : null,
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

/** How many come before the page, or the name that does. */
function readPlace(search: SkillSearch, criteria: PlannedCriteria, limit: number): number | string {
  if (search.cursor) return readCursor(criteria, search.cursor);
  return (clamp(search.page ?? 1, 1, MAX_OFFSET) - 1) * limit;
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), least), most) : least;
}

/** A name is marked, because names of digits alone are names too. */
const FORM = /^(?:(\d{1,6})|>(.{1,100}))\.([\w-]{11})$/u;
const MAX_CURSOR_CHARACTERS = 200;

/**
 * Where the next page of a search begins, opaque to callers. By name it begins behind a name, however far that is: a walk
 * over all pages meets each skill once, and none costs more than the first. Null where nobody reads further.
 */
function nextCursor(criteria: PlannedCriteria, lastName: string, offset: number): string | null {
  const byName = criteria.sort === "name";
  if (!byName && offset > MAX_OFFSET) return null;
  return Buffer.from(`${byName ? `>${lastName}` : offset}.${fingerprint(criteria)}`).toString("base64url");
}

/** @throws DomainError REQUEST_INVALID for a cursor that is none, or that belongs to another search. */
function readCursor(criteria: PlannedCriteria, cursor: string): number | string {
  const written = Buffer.from(cursor.slice(0, MAX_CURSOR_CHARACTERS), "base64url").toString("utf8");
  const [, offset, name, of] = FORM.exec(written) ?? [];
  const place = criteria.sort === "name" ? name : offset && Number(offset);
  if (of !== fingerprint(criteria) || place === undefined || place === "" || String(place).includes("\0")) {
    throw new DomainError(
      "REQUEST_INVALID",
      "The cursor does not belong to this search: ask for the first page again.",
      {
        details: { parameter: "cursor" },
      },
    );
  }
  return place;
}

function fingerprint(criteria: PlannedCriteria): string {
  return createHash("sha256").update(keyOfSearch(criteria)).digest("base64url").slice(0, 11);
}

/**
 * The first skills that match, best first, as `searchSkills` finds them, for whoever shows neither how many there are
 * nor facets: counting those costs more than finding these, and grows with the market. One SQL statement for it.
 */
export async function listMatches(
  search: Omit<SkillSearch, "page" | "cursor"> & { limit: number },
  { clock = systemClock, asker, byMeaning = true }: SearchOptions = {},
): Promise<SkillRow[]> {
  const now = clock.now();
  const criteria = await planCriteria(database(), search, { byMeaning });
  const limit = Math.min(Math.max(Math.trunc(search.limit) || 1, 1), MAX_LIMIT);
  const rows = await selectHits(database(), { criteria, now, limit, offset: 0 });
  const found = rows.length > 0;
  const answered =
    criteria.asked.length === 0 ? found : rows.some((row) => answersAll(criteria.plan, new Set(row.found)));
  if (asker) await recordQuestion({ search, criteria, found, answered }, asker, now);
  return rows.map((row) => toSkillRow(row, now));
}

/** At most `most` of them for a file that names all, of which none counts as a question; by words alone. */
export async function listForFile(
  search: SkillSearch,
  { most, clock }: { most: number; clock: Clock },
): Promise<SkillRow[]> {
  const now = clock.now();
  const criteria = await planCriteria(database(), search, { byMeaning: false });
  const rows = await selectHits(database(), { criteria, now, limit: most, offset: 0 });
  return rows.map((row) => toSkillRow(row, now));
}

const MAX_SUGGESTIONS = 6;
/** The beginning of a word that no index holds: beginnings of three letters and more are found. */
const JUST_BEGUN = /(?<=\S)[\s_-]+[a-z0-9]{1,2}$/i;

/**
 * The first matches of a search that is still being typed. A last word of which only a letter or two stand yet
 * restricts nothing, and what finds nothing counts as no demand.
 */
export function suggestSkills(typed: string): Promise<SkillRow[]> {
  return listMatches({ q: typed.replace(JUST_BEGUN, ""), limit: MAX_SUGGESTIONS }, { byMeaning: false });
}

type Kind = Pick<SkillRow, "category" | "capabilities">;

/**
 * Listed skills of the same category, or where none is said with the same first capability, without those of `except`;
 * most used first. Nothing for a skill that says neither. One query.
 */
export async function listLikeSkills(
  { category, capabilities: [capability] }: Kind,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<SkillRow[]> {
  if (category === null && capability === undefined) return [];
  const now = systemClock.now();
  const criteria = await planCriteria(
    database(),
    category === null ? { capability: capability ?? "" } : { category },
  );
  const rows = await selectHits(database(), { criteria, now, limit: limit + except.length, offset: 0 });
  return rows
    .filter(({ slug }) => !except.includes(slug))
    .slice(0, limit)
    .map((row) => toSkillRow(row, now));
}

const SHOWN = 4;

type Gone = Pick<SkillRow, "slug" | "category" | "capabilities">;

/**
 * Listed skills that may serve instead of one that is offered no more: of its kind, most used first; where there are
 * none, those that its name finds. At most four; one query for the kind, at most three for the words.
 */
export async function listAlternatives(skill: Gone): Promise<SkillRow[]> {
  const like = await listLikeSkills(skill, { limit: SHOWN, except: [skill.slug] });
  if (like.length > 0) return like;
  return listMatches(
    { q: `${skill.slug.replaceAll("-", " ")} `, limit: SHOWN },
    { clock: systemClock, byMeaning: false },
  );
}
