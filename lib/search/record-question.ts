import { logger } from "@/lib/kernel/observability/logger";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { toCountedQuery } from "@/lib/search/wanted/counted-query";
import type { Criteria } from "@/lib/search/criteria";
import { recordFound } from "@/lib/search/wanted/record-found";
import { recordWanted } from "@/lib/search/wanted/record-wanted";
import type { SkillSearch } from "@/lib/search/views";

/** Who asks, told whether something was found; null for somebody who does not count. */
export type Asker = (found: boolean) => Promise<CountedCaller | null>;

interface Question {
  search: SkillSearch;
  criteria: Criteria;
  /** Something was found. */
  found: boolean;
  /** What was found answers every word. */
  answered: boolean;
}

/**
 * Counts a search, unless nobody counts who asks: in Wanted where nothing answers it in full, and where something was
 * found, among the questions that are suggested; others see either once several people asked it. Resolves to whether it
 * is counted in Wanted now. Never throws.
 */
export async function recordQuestion(
  { search, criteria, found, answered }: Question,
  asker: Asker,
  now: Date,
): Promise<boolean> {
  try {
    const query = toCountedQuery(search, criteria);
    if (query === null || (answered && query.kind === "capability")) return false;
    const caller = await asker(found);
    if (!caller) return false;
    if (found && query.kind === "keyword") await recordFound(query, caller, now);
    if (!answered) await recordWanted(query, caller, now);
    return !answered;
  } catch (error) {
    // Whoever searched gets an answer, counted or not.
    logger.warn({ err: error }, "a search could not be counted");
    return false;
  }
}
