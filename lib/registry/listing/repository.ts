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

/** A skill's listing as it is stored. */
export async function findListing(db: Database, id: string): Promise<StoredListing> {
  return db.skill.findUniqueOrThrow({ where: { id }, select: LISTING });
}

const COMPARED = {
  id: true,
  ...LISTING,
  names: { orderBy: [{ since: "desc" }, { name: "asc" }], select: { name: true, borneAt: true } },
  versions: { select: { id: true, version: true, publishedAt: true, yankedAt: true, vettingStatus: true } },
} satisfies Prisma.SkillSelect;

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
