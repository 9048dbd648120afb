import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import {
  selectNewVersions,
  type NewVersionRow,
  countListedSkills,
  selectListedSkills,
  type ListedSkill,
} from "@/lib/catalogue/repository";
import { listMatches } from "@/lib/search/search-skills";
import type { SkillSearch } from "@/lib/search/views";

export type { NewVersionRow };

const LIMIT = 50;

interface NewVersionsAsked {
  /** Of one skill, by a name it has or had. */
  slug?: string;
  /** Of what a search finds, whatever its order. */
  search?: SkillSearch;
}

/**
 * The newest published versions of the market, of one skill or of a search: what a feed tells. At most 50; a query, and
 * one for the name or the search. Of a search they are those of the fifty skills found that changed last.
 */
export async function listNewVersions({ slug: asked, search }: NewVersionsAsked = {}): Promise<
  NewVersionRow[]
> {
  const found =
    search && (await listMatches({ ...search, sort: "newest", limit: LIMIT }, { clock: systemClock }));
  const slug = asked === undefined ? undefined : ((await findCalledSkill(database(), asked))?.slug ?? asked);
  return selectNewVersions(database(), {
    ...(slug === undefined ? {} : { slug }),
    ...(found === undefined ? {} : { skillIds: found.map(({ id }) => id) }),
    now: systemClock.now(),
    limit: LIMIT,
  });
}

/** As many in one part as a search engine reads in one go, three languages each. */
const PART_SIZE = 1_000;

/** The number of parts that all listed skills make, at least one. */
export async function countSkillParts(clock: Clock = systemClock): Promise<number> {
  return Math.max(1, Math.ceil((await countListedSkills(database(), clock.now())) / PART_SIZE));
}

/** The listed skills of one part (from 1), by name; empty behind the last. */
export function listListedSkills(part: number, clock: Clock = systemClock): Promise<ListedSkill[]> {
  return selectListedSkills(database(), {
    now: clock.now(),
    offset: (part - 1) * PART_SIZE,
    limit: PART_SIZE,
  });
}
