import { selectNews, type NewsAsked, type NewsRow } from "@/lib/catalogue/following/repository";
import { database, type Database } from "@/lib/db/client";
import { DAY_MS, systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { findCalledSkill } from "@/lib/registry/names/find-name";

/** What of the events followers are told, and what each is called there. */
const OF_EVENTS = {
  "version:published": "version-published",
  "version:yanked": "version-withdrawn",
  "version:sealed": "version-sealed",
  "skill:price-announced": "price-announced",
  "skill:price-changed": "price-changed",
  "skill:deprecated": "skill-deprecated",
  "skill:undeprecated": "skill-undeprecated",
} as const;

/** What is stored elsewhere. That a seal is lost is an advisory. */
const OF_TABLES = {
  "advisory:published": "advisory-published",
  "advisory:withdrawn": "advisory-withdrawn",
  "set:saved": "set-saved",
  "set:withdrawn": "set-withdrawn",
} as const;

const KINDS: Readonly<Record<string, NewsKind | undefined>> = { ...OF_EVENTS, ...OF_TABLES };

/** The key of its words in the messages `following.news`. */
export type NewsKind =
  | (typeof OF_EVENTS)[keyof typeof OF_EVENTS]
  | (typeof OF_TABLES)[keyof typeof OF_TABLES]
  | "skill-published"
  | "set-published";

export interface NewsItem extends Pick<
  NewsRow,
  "id" | "occurredAt" | "name" | "version" | "publisher" | "data"
> {
  kind: NewsKind;
}

/** How far back what happened is shown. */
const NEWS_DAYS = 90;

/** What a feed of one skill says beside its versions. */
const OF_TERMS = [
  "skill:price-announced",
  "skill:price-changed",
  "skill:deprecated",
  "skill:undeprecated",
] as const;

interface NewsPage {
  limit: number;
  /** `next` of the page before. */
  cursor?: string | undefined;
}

export interface NewsList {
  news: NewsItem[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/**
 * What happened within 90 days to the skills, publishers and sets that an account follows, newest first: one query.
 * Throws REQUEST_INVALID for a cursor that no page gave.
 */
export async function listNews(accountId: string, { limit, cursor }: NewsPage): Promise<NewsList> {
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const found = await read(
    database(),
    { of: { accountId }, limit: limit + 1, ...(before && { before }) },
    systemClock.now(),
  );
  const news = found.slice(0, limit);
  const last = news.at(-1);
  const next = found.length > limit && last ? `${last.occurredAt.toISOString()}_${last.id}` : null;
  return { news, next };
}

/** The same between two moments, in the caller's transaction. */
export function listNewsBetween(
  db: Database,
  accountId: string,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<NewsItem[]> {
  return read(db, { of: { accountId }, since, before: { at: until, id: "" }, limit }, until);
}

/**
 * Changes of the price of one skill, by a name it has or had, and whether another takes its place, newest first. Two
 * queries.
 */
export async function listNewTerms(name: string, limit: number): Promise<NewsItem[]> {
  const skill = await findCalledSkill(database(), name);
  if (!skill) return [];
  return read(database(), { of: { skillId: skill.id }, kinds: OF_TERMS, limit }, systemClock.now());
}

async function read(
  db: Database,
  asked: Pick<NewsAsked, "of" | "limit"> & Partial<NewsAsked>,
  now: Date,
): Promise<NewsItem[]> {
  const rows = await selectNews(db, {
    kinds: Object.keys(KINDS),
    since: new Date(now.getTime() - NEWS_DAYS * DAY_MS),
    before: { at: new Date(now.getTime() + 1), id: "" },
    now,
    ...asked,
  });
  return rows.flatMap((row) => {
    const kind = kindOf(row);
    return kind === undefined ? [] : [{ ...row, kind }];
  });
}

/** The first version of a skill or set is told as the skill or set itself. */
function kindOf({ kind, data }: NewsRow): NewsKind | undefined {
  if (data["change"] !== "first") return KINDS[kind];
  return kind === "set:saved" ? "set-published" : "skill-published";
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([\w -]{1,80})$/;

function readCursor(cursor: string): { at: Date; id: string } {
  const [, moment = "", id = ""] = CURSOR.exec(cursor) ?? [];
  const at = new Date(moment);
  if (!Number.isNaN(at.getTime())) return { at, id };
  throw new DomainError("REQUEST_INVALID", "Give the cursor as the page before it gave it.", {
    details: { parameter: "cursor" },
  });
}
