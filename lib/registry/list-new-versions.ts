import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { selectNewVersions, type NewVersionRow } from "@/lib/registry/new-versions-repository";

export type { NewVersionRow };

const LIMIT = 50;

/** The newest published versions of the market, or of one skill: what a feed tells. At most 50, one query. */
export function listNewVersions(
  { slug }: { slug?: string } = {},
  clock: Clock = systemClock,
): Promise<NewVersionRow[]> {
  return selectNewVersions(database(), {
    ...(slug === undefined ? {} : { slug }),
    now: clock.now(),
    limit: LIMIT,
  });
}
