import { countSetRows, selectSetRows, type SetListRow } from "@/lib/catalogue/sets/sets-list-repository";
import { database } from "@/lib/db/client";

const PAGE_SIZE = 50;
const MAX_PAGE = 10_000;
const MAX_QUERY_CHARACTERS = 60;

export interface SetList {
  rows: SetListRow[];
  total: number;
  page: number;
  pageSize: number;
}

/**
 * The sets that stand whose names hold these words, by name, fifty on a page (from 1), each with its last version. Two
 * queries.
 */
export async function listSets({
  q = "",
  page = 1,
}: { q?: string | undefined; page?: number } = {}): Promise<SetList> {
  const asked = Number.isSafeInteger(page) ? Math.min(Math.max(page, 1), MAX_PAGE) : 1;
  const words = wordsOf(q);
  const [rows, total] = await Promise.all([
    selectSetRows(database(), { words, offset: (asked - 1) * PAGE_SIZE, limit: PAGE_SIZE }),
    countSetRows(database(), words),
  ]);
  return { rows, total, page: asked, pageSize: PAGE_SIZE };
}

/** Names have a-z, digits and hyphens alone: whatever else stands in a query parts its words. */
const wordsOf = (q: string): string[] =>
  q
    .slice(0, MAX_QUERY_CHARACTERS)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** As many in one part of the sitemap as there are skills. */
const MOST_IN_SITEMAP = 1_000;

/** The sets that a sitemap names, by name: the first thousand. */
export const listSetNames = async (): Promise<{ name: string; createdAt: Date }[]> =>
  selectSetRows(database(), { words: [], offset: 0, limit: MOST_IN_SITEMAP });
