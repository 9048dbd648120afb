import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { findSkillRows, mapSkillRows } from "@/lib/search/rows";
import { searchSkills } from "@/lib/search/search-skills";
import { selectServed, type StoredServed } from "@/lib/catalogue/served-skills/repository";
import { type ServedSkill, toServedSkill } from "@/lib/catalogue/served-skills/served-skill";
import { database } from "@/lib/db/client";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError, skillQuarantined } from "@/lib/kernel/errors";
import type { SkillRow } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";
import { notPublished, versionClosed } from "@/lib/registry/versions/find-version";
import { LRUCache } from "lru-cache";
import { readFrontMatter } from "@/lib/skill-format";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

/** As many as a search of the API gives at most; a host that walks 64 pages, as the SDK's does, sees 3,200 skills. */
const SERVED_PAGE = 50;

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
  const stored = await mapStored(found.rows);
  const skills = found.rows.flatMap((row) => {
    const own = stored.get(row.id);
    // Another version was published between the two questions: the next listing has it.
    const served = own?.version === row.version ? toServedSkill(row, frontMatterOf(own), own) : null;
    return served === null || "issue" in served || own?.withdrawn === true ? [] : [served];
  });
  return { skills, nextCursor: found.nextCursor };
}

async function mapStored(found: readonly SkillRow[]): Promise<Map<string, StoredServed>> {
  if (found.length === 0) return new Map();
  const skillIds = found.map(({ id }) => id);
  const now = systemClock.now();
  const rows = await selectServed(database(), { skillIds, sealed: sealedOf(found), now });
  return new Map(rows.map((row) => [row.skillId, row]));
}

const sealedOf = (rows: readonly SkillRow[]): string[] =>
  rows.filter(({ audit }) => audit !== null).map(({ id }) => id);

const MEGABYTE = 1024 * 1024;
/** Reading one takes longer than finding the skill, and a version never changes. */
const frontMatters = new LRUCache<string, Record<string, unknown>>({
  maxSize: 16 * MEGABYTE,
  sizeCalculation: (frontMatter) => 200 + 2 * JSON.stringify(frontMatter).length,
});

function frontMatterOf({ versionId, skillMdStart }: StoredServed): Record<string, unknown> | null {
  const known = frontMatters.get(versionId);
  if (known) return known;
  const read = readFrontMatter(skillMdStart);
  if (read !== null) frontMatters.set(versionId, read);
  return read;
}

/**
 * These versions as hosts are served them, in their order; of one that hosts would refuse, why. Two queries. What was
 * withdrawn since it was opened is left out.
 */
export async function serveVersions(
  opened: readonly { slug: string; versionId: string }[],
): Promise<(ServedSkill | { slug: string; issue: string })[]> {
  if (opened.length === 0) return [];
  const versionIds = opened.map(({ versionId }) => versionId);
  const now = systemClock.now();
  const rows = await mapSkillRows(versionIds, now);
  const sealed = sealedOf([...rows.values()]);
  const stored = await selectServed(database(), { versionIds, sealed, now });
  return opened.flatMap(({ slug, versionId }) => {
    const row = rows.get(versionId);
    const own = stored.find((each) => each.versionId === versionId);
    if (!row || !own || own.withdrawn) return [];
    const served = toServedSkill(row, frontMatterOf(own), own);
    return [{ slug, ...served }];
  });
}

/**
 * The newest version of one skill, or the one asked for. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, VERSION_CLOSED,
 * VERSION_NOT_AVAILABLE where it was withdrawn, and NOT_FOUND where hosts would refuse it, with the reason.
 */
export async function getServed(slug: string, version?: string): Promise<ServedSkill> {
  const { row, stored } = await findServed(slug, version);
  const served = toServedSkill(row, frontMatterOf(stored), stored);
  if (!("issue" in served)) return served;
  throw new DomainError("NOT_FOUND", `${slug} is not served as an Agent Skill. ${served.issue}`);
}

/** That version of a listed skill, whatever hosts say to it; throws what `getServed` throws but the last. */
export async function findServed(
  slug: string,
  version?: string,
): Promise<{ row: SkillRow; stored: StoredServed }> {
  const now = systemClock.now();
  const [found] = await findSkillRows([{ slugOrId: slug, version }], now);
  if (!found) throw notPublished(slug);
  const { row, quarantineReason, closed, versionId, filesGiven } = found;
  if (quarantineReason !== null) throw skillQuarantined(slug, quarantineReason);
  if (closed !== null) throw versionClosed(slug, row.version, closed);
  if (row.claimStatus === "expired") throw notPublished(slug);
  assertFilesGiven({ slug: row.slug, filesGiven });
  const [stored] = await selectServed(database(), { versionIds: [versionId], sealed: sealedOf([row]), now });
  if (!stored) throw notPublished(slug);
  await assertNotYanked({ ...stored, slug });
  return { row, stored };
}
