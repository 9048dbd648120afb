import type { ContentLanguage, SkillAccess } from "@/lib/registry/views";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql, isNamedSql } from "@/lib/registry/names/called-sql";
import { findCalledSkill } from "@/lib/registry/names/names-repository";

const NAME = {
  id: true,
  slug: true,
  ownerId: true,
  agentIdentityId: true,
  claimStatus: true,
  claimExpiresAt: true,
  publishedAt: true,
  latestVersionId: true,
  quarantinedAt: true,
  quarantineReason: true,
  owner: {
    select: {
      username: true,
      members: { where: { state: "active" }, select: { accountId: true, roles: true } },
    },
  },
  agentIdentity: { select: { name: true } },
  maintainers: { where: { state: "active" }, select: { accountId: true } },
} satisfies Prisma.SkillSelect;

export type SkillNameRow = Prisma.SkillGetPayload<{ select: typeof NAME }>;

const NAMED = {
  ...NAME,
  names: { orderBy: { since: "desc" }, select: { name: true, since: true } },
} satisfies Prisma.SkillSelect;

/** With all its names, the one asked for last first. */
export type NamedSkillRow = Prisma.SkillGetPayload<{ select: typeof NAMED }>;

/** The skill that has the canonical name, had it, or is to have it, with all its names. */
export async function findSkillByName(db: Database, canonicalName: string): Promise<NamedSkillRow | null> {
  const present = await db.skill.findUnique({ where: { canonicalName }, select: NAMED });
  if (present) return present;
  const other = await db.skillName.findUnique({ where: { canonicalName }, select: { skillId: true } });
  return other && db.skill.findUnique({ where: { id: other.skillId }, select: NAMED });
}

/** The skill of this id, or that is or was called so; null when there is none. */
export async function findSkill(db: Database, slugOrId: string): Promise<SkillNameRow | null> {
  const found = await findCalledSkill(db, slugOrId);
  return found && db.skill.findUnique({ where: { id: found.id }, select: NAME });
}

export interface CalledSkill {
  id: string;
  slug: string;
  ownerId: string | null;
  latestVersionId: string | null;
}

/** The same for many, in their order; null for what names none. One query. */
export async function findSkills(
  db: Database,
  slugsOrIds: readonly string[],
): Promise<(CalledSkill | null)[]> {
  if (slugsOrIds.length === 0) return [];
  const rows = await db.$queryRaw<(CalledSkill & { place: number })[]>(Prisma.sql`
    SELECT a."place"::int AS "place", f.* FROM unnest(${[...slugsOrIds]}::text[]) WITH ORDINALITY a("called", "place")
    CROSS JOIN LATERAL (
      SELECT s."id", s."slug", s."owner_id" AS "ownerId", s."latest_version_id" AS "latestVersionId"
      FROM "Skills" s WHERE ${isCalledSql(Prisma.sql`a."called"`)} LIMIT 1) f`);
  const found = new Map(rows.map(({ place, ...skill }) => [place, skill]));
  return slugsOrIds.map((_, at) => found.get(at + 1) ?? null);
}

export async function isReservedName(db: Database, canonicalName: string): Promise<boolean> {
  return (await db.reservedName.findUnique({ where: { canonicalName } })) !== null;
}

export interface NewSkill {
  id: string;
  slug: string;
  contentLanguage: ContentLanguage;
  canonicalName: string;
  ownerId?: string;
  agentIdentityId?: string;
  claimStatus?: "draft" | "claimed" | "expired" | null;
  claimTokenHash?: string;
  claimExpiresAt?: Date;
  createdAt: Date;
}

/** Violates the unique slug or canonical name when another upload took the name first, or another skill had it. */
export function insertSkill(db: Database, skill: NewSkill): Promise<SkillNameRow> {
  const { slug: name, canonicalName, createdAt: at } = skill;
  const names = { create: { name, canonicalName, since: at, borneAt: at } };
  return db.skill.create({ data: { ...skill, updatedAt: at, names }, select: NAME });
}

/** Holds the row until the transaction ends, so that uploads to one skill are decided one after the other. */
export async function lockSkill(db: Database, id: string, now: Date): Promise<void> {
  await db.skill.update({ where: { id }, data: { updatedAt: now }, select: { id: true } });
}

export interface OwnedSkill {
  id: string;
  slug: string;
  ownerId: string | null;
  access: SkillAccess;
  /** User name of its owner. */
  owner: string | null;
}

/**
 * A skill by its id, or by a name it has or had, whoever is shown it, held until the transaction ends: no upload to it and no decision about
 * it comes in between. Null when there is none.
 */
export async function lockOwnedSkill(db: Database, slugOrId: string): Promise<OwnedSkill | null> {
  const [row] = await db.$queryRaw<OwnedSkill[]>(Prisma.sql`
    SELECT s."id", s."slug", s."owner_id" AS "ownerId", s."access"::text AS "access", (SELECT a."username" FROM "Accounts" a WHERE a."id" = s."owner_id") AS "owner"
    FROM "Skills" s WHERE ${isNamedSql(slugOrId)} FOR UPDATE OF s`);
  return row ?? null;
}
