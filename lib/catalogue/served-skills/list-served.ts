import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { findSkillRows } from "@/lib/search/rows";
import { searchSkills } from "@/lib/search/search-skills";
import { selectServed, type StoredServed } from "@/lib/catalogue/served-skills/repository";
import { type ServedSkill, toServedSkill } from "@/lib/catalogue/served-skills/served-skill";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError, skillQuarantined } from "@/lib/kernel/errors";
import type { SkillRow } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";
import { notPublished } from "@/lib/registry/versions/find-version";

/** As many as hosts read in one answer; a host that walks 64 pages, as the SDK's does, sees 6,400 skills. */
const SERVED_PAGE = 100;

/**
 * One page of what a search finds, as hosts of Agent Skills are served it; without words by name, so that a walk over
 * pages meets each once. Skills that hosts would refuse are left out: `getServed` says why. One query more than the
 * search has. Throws REQUEST_INVALID for a cursor of another search.
 */
export async function listServed(
  search: Omit<SkillSearch, "limit" | "page">,
): Promise<{ skills: ServedSkill[]; nextCursor: string | null }> {
  const sort = search.sort ?? (search.q === undefined ? "name" : "relevance");
  const found = await searchSkills({ ...search, sort, limit: SERVED_PAGE });
  const stored = await mapStored(found.rows.map(({ id }) => id));
  const skills = found.rows.flatMap((row) => {
    const own = stored.get(row.id);
    // Another version was published between the two questions: the next listing has it.
    const served = own?.version === row.version ? toServedSkill(row, own) : null;
    return served === null || "issue" in served || own?.withdrawn === true ? [] : [served];
  });
  return { skills, nextCursor: found.nextCursor };
}

async function mapStored(skillIds: readonly string[]): Promise<Map<string, StoredServed>> {
  if (skillIds.length === 0) return new Map();
  const rows = await selectServed(database(), skillIds, systemClock.now());
  return new Map(rows.map((row) => [row.skillId, row]));
}

/**
 * The newest version of one skill. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, VERSION_NOT_AVAILABLE where it was
 * withdrawn, and NOT_FOUND where hosts would refuse it, with the reason.
 */
export async function getServed(slug: string): Promise<ServedSkill> {
  const { row, stored } = await findServed(slug);
  const served = toServedSkill(row, stored);
  if (!("issue" in served)) return served;
  throw new DomainError("NOT_FOUND", `${slug} is not served as an Agent Skill. ${served.issue}`);
}

/** The newest version of a listed skill, whatever hosts say to it; throws what `getServed` throws but the last. */
export async function findServed(slug: string): Promise<{ row: SkillRow; stored: StoredServed }> {
  const [found] = await findSkillRows([{ slugOrId: slug }], systemClock.now());
  if (!found) throw notPublished(slug);
  const { row, quarantineReason } = found;
  if (quarantineReason !== null) throw skillQuarantined(slug, quarantineReason);
  if (row.claimStatus === "expired") throw notPublished(slug);
  const stored = (await mapStored([row.id])).get(row.id);
  if (!stored) throw notPublished(slug);
  await assertNotYanked({ ...stored, slug });
  return { row, stored };
}
