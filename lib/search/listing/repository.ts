import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const LISTING = {
  latestVersionId: true,
  nextVersionId: true,
  displayName: true,
  description: true,
  category: true,
  tags: true,
  capabilities: true,
  platforms: true,
  contentLanguage: true,
  runtimeLanguage: true,
  priceLamports: true,
  needsNetwork: true,
  needsFilesystem: true,
  needsSubprocess: true,
  needsSecrets: true,
  nameTokens: true,
  topicTokens: true,
  searchTokens: true,
  wordsCount: true,
  wordsEdition: true,
  publishedAt: true,
} satisfies Prisma.SkillSelect;

export type StoredListing = Prisma.SkillGetPayload<{ select: typeof LISTING }>;

export type Listing = Pick<Prisma.SkillUncheckedUpdateInput, keyof typeof LISTING>;

/** Shows the skill as its latest version has it. */
export async function setListing(db: Database, id: string, listing: Listing, now: Date): Promise<void> {
  await db.skill.update({ where: { id }, data: { ...listing, updatedAt: now }, select: { id: true } });
}

/** Takes the skills off every list; their pages, and what they were, stay. */
export async function clearListings(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db.skill.updateMany({
    where: { id: { in: [...ids] } },
    data: { publishedAt: null, nextVersionId: null, updatedAt: now },
  });
}

/**
 * Deletes what the row of a skill repeats of a version that is closed, where that is still its latest one: nothing
 * else of it is offered. Its name stays.
 */
export async function clearTexts(
  db: Database,
  { skillId: id, versionId: latestVersionId, slug }: { skillId: string; versionId: string; slug: string },
): Promise<void> {
  const none: string[] = [];
  const { count } = await db.skill.updateMany({
    where: { id, latestVersionId },
    data: {
      displayName: slug,
      description: "",
      category: null,
      tags: none,
      capabilities: none,
      nameTokens: none,
      topicTokens: none,
      searchTokens: none,
      wordsCount: 0,
    },
  });
  if (count === 1) await db.skillVector.deleteMany({ where: { skillId: id } });
}

/** A skill's listing as it is stored. */
export async function findListing(db: Database, id: string): Promise<StoredListing> {
  return db.skill.findUniqueOrThrow({ where: { id }, select: LISTING });
}

/** What a listing is derived from, beside the version that is shown: every name, the last one first, and all versions. */
const SOURCES = {
  names: { orderBy: [{ since: "desc" }, { name: "asc" }], select: { name: true, borneAt: true } },
  versions: { select: { id: true, version: true, publishedAt: true, yankedAt: true, vettingStatus: true } },
} satisfies Prisma.SkillSelect;

type ListingSources = Prisma.SkillGetPayload<{ select: typeof SOURCES }>;

export async function findSources(db: Database, id: string): Promise<ListingSources> {
  return db.skill.findUniqueOrThrow({ where: { id }, select: SOURCES });
}

const COMPARED = { id: true, ...LISTING, ...SOURCES } satisfies Prisma.SkillSelect;

export type ComparedSkill = Prisma.SkillGetPayload<{ select: typeof COMPARED }>;

/** The next skills behind an id, each with its names and versions. */
export function listComparedSkills(
  db: Database,
  { behind, limit }: { behind: string; limit: number },
): Promise<ComparedSkill[]> {
  return db.skill.findMany({
    where: { id: { gt: behind } },
    orderBy: { id: "asc" },
    take: limit,
    select: COMPARED,
  });
}

export async function listSkillIdsOf(db: Database, ownerId: string): Promise<string[]> {
  const rows = await db.skill.findMany({ where: { ownerId }, select: { id: true }, orderBy: { id: "asc" } });
  return rows.map(({ id }) => id);
}

/**
 * Listed skills whose words were made by an older edition of the search, in the order of their ids, behind the
 * one given.
 */
export async function listSkillsWithOldWords(
  db: Database,
  { edition, behind, limit }: { edition: number; behind: string; limit: number },
): Promise<string[]> {
  const where = { publishedAt: { not: null }, wordsEdition: { lt: edition }, id: { gt: behind } };
  const rows = await db.skill.findMany({ where, select: { id: true }, orderBy: { id: "asc" }, take: limit });
  return rows.map(({ id }) => id);
}
