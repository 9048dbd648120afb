import { logger } from "@/lib/kernel/observability/logger";
import { type CountedCaller, askerHash, countedIdentity } from "@/lib/identity/counted-caller";
import { toCountedQuery, type CountedQuery } from "@/lib/search/wanted/counted-query";
import type { Criteria } from "@/lib/search/criteria";
import type { SkillSearch } from "@/lib/search/views";
import { database } from "@/lib/db/client";
import { insertFound, countSearch, upsertWish } from "@/lib/search/wanted/wanted-repository";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/kernel/ids";

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

/** Keeps a search that found something, once for each identity and UTC day. */
async function recordFound(query: CountedQuery, caller: CountedCaller, now: Date): Promise<void> {
  const asker = { ...countedIdentity(caller, now), askerHash: askerHash(caller, query.query) };
  await insertFound(database(), query, asker);
}

/**
 * Counts a search that nothing answers in full (USK v1.0, "Most Wanted"): once for each identity and UTC day, however often and
 * from however many processes it is asked at the same time. A wish that was answered is open again.
 */
async function recordWanted(wish: CountedQuery, caller: CountedCaller, now: Date): Promise<void> {
  const asker = {
    ...countedIdentity(caller, now),
    askerHash: askerHash(caller, `${wish.kind} ${wish.query}`),
  };
  await inTransaction(async (tx) => {
    const wantedId = await upsertWish(tx, { id: newId("wnt", now.getTime()), ...wish, at: now });
    await countSearch(tx, wantedId, asker);
  });
}
