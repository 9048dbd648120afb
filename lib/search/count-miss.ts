import { logger } from "@/lib/observability/logger";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import type { Criteria } from "@/lib/search/criteria";
import { isSlip } from "@/lib/search/is-slip";
import { recordWanted } from "@/lib/search/record-wanted";
import type { SkillSearch } from "@/lib/search/search-views";
import { findWish } from "@/lib/search/wish";

/** Counts in Wanted a search that found nothing, unless it is a slip of the keys or nobody who counts. Never throws. */
export async function countMiss(
  search: SkillSearch,
  criteria: Criteria,
  asker: () => Promise<CountedCaller | null>,
  now: Date,
): Promise<void> {
  try {
    const wish = findWish(search, criteria);
    const caller = wish && (await asker());
    if (!caller || (wish.kind === "keyword" && (await isSlip(wish.query, now)))) return;
    await recordWanted(wish, caller, now);
  } catch (error) {
    // Whoever searched gets an answer, counted or not.
    logger.warn({ err: error }, "a search without result could not be counted");
  }
}
