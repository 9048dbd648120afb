import { logger } from "@/lib/kernel/observability/logger";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { toCountedQuery } from "@/lib/registry/wanted/counted-query";
import type { Criteria } from "@/lib/registry/wanted/criteria";
import { recordFound } from "@/lib/registry/wanted/record-found";
import { recordWanted } from "@/lib/registry/wanted/record-wanted";
import type { SkillSearch } from "@/lib/registry/wanted/search-views";

/** Who asks, told whether something was found; null for somebody who does not count. */
export type Asker = (found: boolean) => Promise<CountedCaller | null>;

interface Question {
  search: SkillSearch;
  criteria: Criteria;
  found: boolean;
}

/**
 * Counts a search, unless nobody counts who asks: in Wanted where it found nothing, else among the questions that are
 * suggested to others once several people asked them. Resolves to whether it stands in Wanted now. Never throws.
 */
export async function recordQuestion(
  { search, criteria, found }: Question,
  asker: Asker,
  now: Date,
): Promise<boolean> {
  try {
    const query = toCountedQuery(search, criteria);
    if (query === null || (found && query.kind === "capability")) return false;
    const caller = await asker(found);
    if (!caller) return false;
    await (found ? recordFound : recordWanted)(query, caller, now);
    return !found;
  } catch (error) {
    // Whoever searched gets an answer, counted or not.
    logger.warn({ err: error }, "a search could not be counted");
    return false;
  }
}
