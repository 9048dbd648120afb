import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import type { SkillAccess } from "@/lib/registry/views";

const SET = {
  id: true,
  name: true,
  ownerId: true,
  withdrawnAt: true,
  withdrawReason: true,
  owner: { select: { username: true } },
} satisfies Prisma.SkillSetSelect;

export type SetRow = Prisma.SkillSetGetPayload<{ select: typeof SET }>;

export function findSetRow(db: Database, name: string): Promise<SetRow | null> {
  return db.skillSet.findUnique({ where: { name }, select: SET });
}

/** The set whose name differs by hyphens at most. */
export function findSetRowByName(db: Database, name: string): Promise<SetRow | null> {
  return db.skillSet.findUnique({ where: { canonicalName: canonicalName(name) }, select: SET });
}

/** Fails on a unique constraint when the name, or one that differs by hyphens only, is another set's. */
export async function insertSet(
  db: Database,
  set: { id: string; name: string; ownerId: string; createdAt: Date },
): Promise<void> {
  const data = { ...set, canonicalName: canonicalName(set.name) };
  await db.skillSet.create({ data, select: { id: true } });
}

export interface SetVersionRow {
  number: number;
  version: string;
  description: string;
  createdAt: Date;
  parts: { skillId: string; range: string; skill: { slug: string } }[];
}

const VERSION = {
  number: true,
  version: true,
  description: true,
  createdAt: true,
  parts: {
    orderBy: { position: "asc" },
    select: { skillId: true, range: true, skill: { select: { slug: true } } },
  },
} satisfies Prisma.SkillSetVersionSelect;

/** What a set held in one version, or holds in the last one. */
export function findSetVersion(db: Database, setId: string, version?: string): Promise<SetVersionRow | null> {
  return db.skillSetVersion.findFirst({
    where: { setId, ...(version === undefined ? {} : { version }) },
    orderBy: { number: "desc" },
    select: VERSION,
  });
}

export async function listSetVersions(
  db: Database,
  setId: string,
): Promise<{ version: string; createdAt: Date }[]> {
  return db.skillSetVersion.findMany({
    where: { setId },
    orderBy: { number: "desc" },
    select: { version: true, createdAt: true },
  });
}

/** Fails on a unique constraint when another one was saved meanwhile. */
export async function insertSetVersion(
  db: Database,
  {
    setId,
    parts,
    ...version
  }: Omit<SetVersionRow, "parts"> & {
    setId: string;
    parts: readonly { skillId: string; range: string }[];
  },
): Promise<void> {
  await db.skillSetVersion.create({ data: { setId, ...version }, select: { number: true } });
  const rows = parts.map((part, position) => ({ setId, number: version.number, position, ...part }));
  await db.skillSetPart.createMany({ data: rows });
}

export async function countSetsOf(db: Database, ownerId: string): Promise<number> {
  return db.skillSet.count({ where: { ownerId } });
}

/** The sets of an account that stand, by name, each with its last version and how many parts that has. */
export async function listSetsOf(
  db: Database,
  ownerId: string,
  take: number,
): Promise<{ name: string; version: string; description: string; parts: number }[]> {
  const rows = await db.skillSet.findMany({
    where: { ownerId, withdrawnAt: null },
    orderBy: { name: "asc" },
    take,
    select: {
      name: true,
      versions: {
        orderBy: { number: "desc" },
        take: 1,
        select: { version: true, description: true, _count: { select: { parts: true } } },
      },
    },
  });
  return rows.flatMap(({ name, versions: [last] }) =>
    last ? [{ name, version: last.version, description: last.description, parts: last._count.parts }] : [],
  );
}

/** Withdraws a set that stands; false where it does not. */
export async function setWithdrawn(
  db: Database,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const { count } = await db.skillSet.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: now, withdrawReason: reason },
  });
  return count > 0;
}

/** The same for all of an account, which they do not name any more. */
export async function withdrawAllOf(
  db: Database,
  ownerId: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await db.skillSet.updateMany({
    where: { ownerId, withdrawnAt: null },
    data: { withdrawnAt: now, withdrawReason: reason },
  });
  await db.skillSet.updateMany({ where: { ownerId }, data: { ownerId: null } });
}

/** A version of a skill as a range chooses among them. */
export interface PartVersionRow {
  skillId: string;
  id: string;
  version: string;
  /** What its SKILL.md calls the skill. */
  slug: string;
  packageDigest: string;
  isPublished: boolean;
  isYanked: boolean;
  yankReason: string | null;
}

/** All versions of skills, the last first; and why a skill as a whole is not given, where it is not. One query. */
export async function listPartVersions(
  db: Database,
  skillIds: readonly string[],
): Promise<
  (PartVersionRow & { quarantineReason: string | null; access: SkillAccess; isExpired: boolean })[]
> {
  return db.$queryRaw(Prisma.sql`
    SELECT v."skill_id" AS "skillId", v."id", v."version", v."manifest" #>> '{slug}' AS "slug",
      v."package_digest" AS "packageDigest", v."published_at" IS NOT NULL AS "isPublished",
      v."yanked_at" IS NOT NULL AS "isYanked", v."yank_reason" AS "yankReason",
      s."quarantine_reason" AS "quarantineReason", s."access"::text AS "access", coalesce(s."claim_status" = 'expired', FALSE) AS "isExpired"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."skill_id" = ANY(${[...skillIds]}::text[]) ORDER BY v."created_at" DESC, v."id" DESC`);
}
