import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { listSkillsWithOldWords } from "@/lib/search/listing/repository";
import { recountWords as recount } from "@/lib/search/words/word-frequencies-repository";
import { WORDS_EDITION } from "@/lib/search/listing/derive-listing";
import { listOpenUnmetQueries, matchWanted, type OpenCountedQuery } from "@/lib/search/wanted/match-wanted";

/** In one go; what is left is done in the next. Less than a minute of work. */
const MOST_AT_ONCE = 2_000;
const BATCH = 100;

export interface Renewal {
  /** Aborted, nothing more is begun. */
  signal?: AbortSignal;
  clock?: Clock;
  most?: number;
}

/**
 * Lists skills anew whose words an older edition of the search has made, each in a transaction of its own, and
 * returns how many: what was done before it is interrupted stays done. What was searched for in vain and finds them
 * now is no wish any more. A skill that cannot be listed does not keep the others from it, and is tried again the
 * next time. Where no words are old it is one question to an index. Searches are answered from the stored words
 * meanwhile, old or new.
 */
export async function renewSearchWords({
  signal,
  clock = systemClock,
  most = MOST_AT_ONCE,
}: Renewal = {}): Promise<number> {
  let renewed = 0;
  let looked = 0;
  for (let behind = ""; looked < most;) {
    const limit = Math.min(BATCH, most - looked);
    const ids = await listSkillsWithOldWords(database(), { edition: WORDS_EDITION, behind, limit });
    const wishes = ids.length === 0 ? [] : await listOpenUnmetQueries(database());
    for (const id of ids) {
      if (signal?.aborted) return renewed;
      if (await relist(id, wishes, clock)) renewed += 1;
    }
    looked += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) break;
    behind = last;
  }
  if (renewed > 0) logger.info({ renewed, edition: WORDS_EDITION }, "words of skills made anew");
  return renewed;
}

async function relist(id: string, wishes: readonly OpenCountedQuery[], clock: Clock): Promise<boolean> {
  try {
    await inTransaction(async (tx) => {
      const now = clock.now();
      const listed = await refreshListing(tx, id, now);
      if (listed) await matchWanted(tx, listed, now, wishes);
    });
    return true;
  } catch (error) {
    logger.warn({ skillId: id, err: error }, "words of a skill could not be made anew");
    return false;
  }
}

/** Counts the common words of listed skills anew when enough of the market has changed. True when it did. */
export const recountWords = (): Promise<boolean> => recount(database());
