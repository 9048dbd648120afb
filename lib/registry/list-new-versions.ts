import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { findCalledSkill } from "@/lib/registry/find-called-skill";
import { selectNewVersions, type NewVersionRow } from "@/lib/registry/new-versions-repository";

export type { NewVersionRow };

const LIMIT = 50;

/** The newest published versions of the market, or of one skill by a name it has or had: what a feed tells. At most 50; a query, and one for the name. */
export async function listNewVersions(
  { slug: asked }: { slug?: string } = {},
  clock: Clock = systemClock,
): Promise<NewVersionRow[]> {
  const slug = asked === undefined ? undefined : ((await findCalledSkill(database(), asked))?.slug ?? asked);
  return selectNewVersions(database(), {
    ...(slug === undefined ? {} : { slug }),
    now: clock.now(),
    limit: LIMIT,
  });
}
