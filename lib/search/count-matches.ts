import { LRUCache } from "lru-cache";
import { readRevisionHere, CATALOGUE } from "@/lib/registry/revisions/revisions";
import { mostLagMs } from "@/lib/db/replicas/replicas";
import { logger } from "@/lib/kernel/observability/logger";
import { hasEventSince } from "@/lib/log/events/events";
import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/search/views";
import { keyOfSearch, type PlannedCriteria, planCriteria } from "@/lib/search/criteria";
import { countFacets } from "@/lib/search/facets-repository";
import { systemClock } from "@/lib/kernel/clock";

/** How many different questions have their counts cached. */
const MOST = 200;
/** Below this a count costs little, and is made anew for everybody. */
const WORTH_CACHING = 500;
/** From here on a count takes a tenth of a second or more, and one skill in it is a fifty-thousandth. */
const WORTH_SERVING_OLDER = 50_000;
const OLDEST_MS = 60_000;
const ANEW_AFTER_MS = 15_000;

interface Cached<Counts> {
  counts: Counts;
  /** Of the catalogue, read before it was counted, and where. */
  revision: string;
  countedAt: Date;
}

/**
 * Caches counts over many matches, whose cost grows with the market, in this process: for a quarter of a minute while
 * the catalogue is as it was. Those over fifty thousand are told up to a minute later, while they are counted anew for
 * the next who ask; a skill that came into or out of quarantine shows in them at once. Who asks the same at the same
 * revision waits for the same count.
 */
export function cachedCounts<Counts extends object | number>(totalOf: (counts: Counts) => number) {
  const cache = new LRUCache<string, Cached<Counts>>({ max: MOST });
  const underWay = new Map<string, Promise<Counts>>();

  async function count(key: string, made: Omit<Cached<Counts>, "counts">, find: () => Promise<Counts>) {
    const counts = await find();
    if (totalOf(counts) >= WORTH_CACHING) cache.set(key, { counts, ...made });
    else cache.delete(key);
    return counts;
  }

  return async function answer(key: string, now: Date, find: () => Promise<Counts>): Promise<Counts> {
    const revision = await readRevisionHere(CATALOGUE);
    const known = cache.get(key);
    const ageMs = known ? Math.abs(now.getTime() - known.countedAt.getTime()) : Infinity;
    if (known?.revision === revision && ageMs < ANEW_AFTER_MS) return known.counts;
    const countAnew = () => {
      const name = `${revision} ${key}`;
      const counting =
        underWay.get(name) ??
        count(key, { revision, countedAt: now }, find).finally(() => underWay.delete(name));
      underWay.set(name, counting);
      return counting;
    };
    if (!known || ageMs >= OLDEST_MS || totalOf(known.counts) < WORTH_SERVING_OLDER) return countAnew();
    // What was counted on a replica is of a moment before.
    const seenUntil = new Date(known.countedAt.getTime() - mostLagMs());
    if (await hasQuarantineChanged(seenUntil)) return countAnew();
    if (ageMs >= ANEW_AFTER_MS) {
      // Perhaps nobody waits for it.
      countAnew().catch((error: unknown) => logger.warn({ err: error, key }, "not counted anew"));
    }
    return known.counts;
  };
}

/** Clocks of two machines, and the time from an event's moment to its commit. */
const SLACK_MS = 5_000;

/**
 * Whether a skill may have come into quarantine, or out of it, since a moment, in any process. One look into an index.
 */
function hasQuarantineChanged(since: Date): Promise<boolean> {
  const moment = new Date(since.getTime() - SLACK_MS);
  return hasEventSince(["skill:quarantined", "skill:released"], moment);
}

type Counts = Pick<SkillSearchResult, "total" | "answeringAll" | "facets">;

const answer = cachedCounts<Counts>(({ total }) => total);

/** Total and facet counts of a search, cached as `cachedCounts` says; the rows themselves are always looked up. */
export function countMatches(criteria: PlannedCriteria, now: Date): Promise<Counts> {
  return answer(keyOfSearch({ ...criteria, sort: "relevance" }) + criteria.near.join(), now, () =>
    countFacets(database(), criteria, now),
  );
}

/** How many skills are listed, by the values of each facet. Two SQL statements at most, see `cachedCounts`. */
export async function countSkills(): Promise<Pick<SkillSearchResult, "total" | "facets">> {
  return countMatches(await planCriteria(database(), {}), systemClock.now());
}
