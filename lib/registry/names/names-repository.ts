import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { isShownSql } from "@/lib/registry/access/shown-sql";

export interface SkillNameOfRow {
  name: string;
  since: Date;
  borneAt: Date | null;
}

const NAME = { name: true, since: true, borneAt: true } satisfies Prisma.SkillNameSelect;

/** The skill of this id, or that is or was called so, with its present name; null when there is none. One query. */
export async function findCalledSkill(
  db: Database,
  nameOrId: string,
): Promise<{ id: string; slug: string } | null> {
  const [row] = await db.$queryRaw<{ id: string; slug: string }[]>(
    Prisma.sql`SELECT s."id", s."slug" FROM "Skills" s WHERE ${isCalledSql(nameOrId)} LIMIT 1`,
  );
  return row ?? null;
}

/** Every name of a skill, the one asked for last first. */
export function listNames(db: Database, skillId: string): Promise<SkillNameOfRow[]> {
  return db.skillName.findMany({
    where: { skillId },
    orderBy: [{ since: "desc" }, { name: "asc" }],
    select: NAME,
  });
}

/** Keeps the name a skill has, should it not be among its names: a process of an older release writes none. */
export async function reservePresentName(
  db: Database,
  { id: skillId, slug: name }: { id: string; slug: string },
  now: Date,
): Promise<void> {
  const row = { name, canonicalName: canonicalName(name), skillId, since: now, borneAt: now };
  await db.skillName.createMany({ data: [row], skipDuplicates: true });
}

/** Fails on a unique constraint when the name, or one that differs by hyphens only, is another skill's. */
export async function insertName(
  db: Database,
  { name, skillId, since }: { name: string; skillId: string; since: Date },
): Promise<void> {
  const data = { name, canonicalName: canonicalName(name), skillId, since };
  await db.skillName.create({ data, select: { name: true } });
}

/** A name of its own is asked for again. */
export async function setNameSince(db: Database, name: string, since: Date): Promise<void> {
  await db.skillName.update({ where: { name }, data: { since }, select: { name: true } });
}

/** Gives up what was asked for and no version bears, but for one name. */
export async function deleteUnborneNames(
  db: Database,
  { skillId, but }: { skillId: string; but: string },
): Promise<void> {
  await db.skillName.deleteMany({ where: { skillId, borneAt: null, name: { not: but } } });
}

/** Writes down that a version bears the name: from now on it leads to the skill, for good. */
export async function setBorne(db: Database, name: string, now: Date): Promise<void> {
  await db.skillName.updateMany({ where: { name, borneAt: null }, data: { borneAt: now } });
}

/** Calls a skill by one of its names; false for a name that is not its own. */
export async function setSlug(
  db: Database,
  { skillId, name }: { skillId: string; name: string },
): Promise<boolean> {
  if ((await db.skillName.count({ where: { skillId, name } })) === 0) return false;
  await db.skill.update({
    where: { id: skillId },
    data: { slug: name, canonicalName: canonicalName(name) },
    select: { id: true },
  });
  return true;
}

/** The skills of some owners in the order of their names, each with every name it has, the one asked for last first. */
export function listNamesOfOwners(
  db: Database,
  ownerIds: readonly string[],
  limit: number,
): Promise<{ slug: string; names: { name: string }[] }[]> {
  return db.skill.findMany({
    where: { ownerId: { in: [...ownerIds] } },
    orderBy: { slug: "asc" },
    take: limit,
    select: { slug: true, names: { orderBy: { since: "desc" }, select: { name: true } } },
  });
}

/** A skill that another may be taken for. */
export interface Resembled {
  slug: string;
  publisher: string;
}

/** A skill by the name it has, and the canonical names that are easily taken for that one. */
export interface LikelyTaken {
  slug: string;
  names: readonly string[];
}

/**
 * By the slug of each given skill, the listed skill that had one of those canonical names first, if it had it before
 * the given one had its name and is another account's. Whoever had the first of several like names, also under a name
 * before, is nobody's copy, whatever others were made of it since. Each name is looked up in the index of names; the
 * other skill is given by the name that is alike, which leads to it. One query.
 */
export async function listResembledRows(
  db: Database,
  given: readonly LikelyTaken[],
): Promise<Map<string, Resembled>> {
  const slugs = given.map(({ slug }) => slug);
  const names = given.map((one) => one.names.join(" ")); // canonical names hold no blank
  const rows = await db.$queryRaw<{ of: string; slug: string; publisher: string; isOwn: boolean }[]>`
    SELECT g."slug" AS "of", f.*
    FROM unnest(${slugs}::text[], ${names}::text[]) AS g("slug", "names")
      JOIN "Skills" s ON s."slug" = g."slug" LEFT JOIN "SkillNames" own ON own."name" = s."slug"
      CROSS JOIN LATERAL (
        SELECT n."name" AS "slug", a."username" AS "publisher", o."owner_id" IS NOT DISTINCT FROM s."owner_id" AS "isOwn"
        FROM "SkillNames" n JOIN "Skills" o ON o."id" = n."skill_id" JOIN "Accounts" a ON a."id" = o."owner_id"
        WHERE n."canonical_name" = ANY(string_to_array(g."names", ' ')) AND n."borne_at" < coalesce(own."borne_at", s."created_at")
          AND o."published_at" IS NOT NULL AND ${isShownSql(Prisma.sql`o`)}
        ORDER BY n."borne_at" LIMIT 1) f`;
  const others = rows.filter(({ isOwn }) => !isOwn);
  return new Map(others.map(({ of, slug, publisher }) => [of, { slug, publisher }]));
}
