import { staleWhileRevalidate } from "@/lib/kernel/stale-while-revalidate";
import { hasQuarantineChanged } from "@/lib/registry/has-quarantine-changed";

/** Below this a count costs little and one skill more or less shows. */
const WORTH_KEEPING = 500;
/** From here on a count takes long enough to be waited for, and one skill in it is a ten-thousandth. */
const WORTH_SERVING_OLDER = 10_000;
const OLDEST_MS = 60_000;
const ANEW_AFTER_MS = 15_000;

/**
 * Keeps counts over many matches, whose cost grows with the market, for four seconds in this process, those over ten
 * thousand for fifteen, and up to a minute while they are counted anew for the next who ask: unless a skill came into
 * or out of quarantine since, so that it shows in them within five seconds. Small ones are always counted anew.
 */
export function cachedCounts<Counts>(totalOf: (counts: Counts) => number) {
  return staleWhileRevalidate<Counts>({
    keepMs: 4_000,
    most: 200,
    worthKeeping: (counts) => totalOf(counts) >= WORTH_KEEPING,
    older: {
      upToMs: OLDEST_MS,
      anewAfterMs: ANEW_AFTER_MS,
      isGoodEnough: async (counts, countedAt) =>
        totalOf(counts) >= WORTH_SERVING_OLDER && !(await hasQuarantineChanged(countedAt)),
    },
  });
}
