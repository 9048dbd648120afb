import { logger } from "@/lib/kernel/observability/logger";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import type { Criteria } from "@/lib/registry/wanted/criteria";
import { recordWanted } from "@/lib/registry/wanted/record-wanted";
import type { SkillSearch } from "@/lib/registry/wanted/search-views";
import { toUnmetQuery } from "@/lib/registry/wanted/unmet-query";

/**
 * Counts in Wanted a search that found nothing, unless nobody counts who asks. Resolves to whether it stands there now.
 * Never throws.
 */
export async function recordZeroResult(
  search: SkillSearch,
  criteria: Criteria,
  asker: () => Promise<CountedCaller | null>,
  now: Date,
): Promise<boolean> {
  try {
    const wish = toUnmetQuery(search, criteria);
    const caller = wish && (await asker());
    if (!caller) return false;
    await recordWanted(wish, caller, now);
    return true;
  } catch (error) {
    // Whoever searched gets an answer, counted or not.
    logger.warn({ err: error }, "a search without result could not be counted");
    return false;
  }
}
