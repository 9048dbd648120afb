import { systemClock, type Clock } from "@/lib/kernel/clock";
import { listWantedQueries, MAX_WANTED_DAYS, type WantedRow } from "@/lib/search/wanted/shown-questions";
import type { CountedQueryKind } from "@/lib/search/wanted/counted-query";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export interface WantedRequest {
  limit?: number;
  /** Also wishes that a skill published since answers. */
  matched?: boolean;
  /** Left out: both. */
  kind?: CountedQueryKind | undefined;
  /** UTC days to look back, today included; 1 to 90. */
  days?: number;
}

/** What people search for and nobody has published, most asked for first (USK, compatibility). */
export function listWanted(
  { limit = DEFAULT_LIMIT, matched = false, kind, days = MAX_WANTED_DAYS }: WantedRequest = {},
  clock: Clock = systemClock,
): Promise<WantedRow[]> {
  return listWantedQueries({
    limit: Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT),
    matched,
    kind: kind ?? null,
    days: Math.min(Math.max(Math.trunc(days), 1), MAX_WANTED_DAYS),
    now: clock.now(),
  });
}
