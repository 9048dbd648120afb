import { DAY_MS } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { deleteForgotten, selectWanted, type StoredWanted } from "@/lib/search/wanted-repository";
import type { WishKind } from "@/lib/search/wish";

const FORGET_AFTER_DAYS = 30;
/** Whoever asked is kept, hashed, for as long as a list can look back. */
export const MAX_WANTED_DAYS = 90;

export interface WantedRow extends Omit<StoredWanted, "firstAskedAt" | "lastAskedAt"> {
  firstAskedAt: string;
  lastAskedAt: string;
}

export interface WantedQuery {
  limit: number;
  matched: boolean;
  kind: WishKind | null;
  days: number;
  now: Date;
}

/** Searches that found nothing in the last days (UTC, today included), most asked for first. */
export async function listWantedQueries({
  limit,
  matched,
  kind,
  days,
  now,
}: WantedQuery): Promise<WantedRow[]> {
  const since = new Date(now.getTime() - (days - 1) * DAY_MS);
  const rows = await selectWanted(database(), { limit, matched, kind, since });
  return rows.map(({ firstAskedAt, lastAskedAt, ...row }) => ({
    ...row,
    firstAskedAt: firstAskedAt.toISOString(),
    lastAskedAt: lastAskedAt.toISOString(),
  }));
}

/** Forgets queries asked once in the last month and never again, so that the table cannot be filled up. */
export function forgetWanted(now: Date): Promise<number> {
  return deleteForgotten(database(), {
    askedOnceBefore: new Date(now.getTime() - FORGET_AFTER_DAYS * DAY_MS),
    searchesBefore: new Date(now.getTime() - MAX_WANTED_DAYS * DAY_MS),
  });
}
