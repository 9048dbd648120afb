import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Promises } from "@/lib/registry/differences/list-differences";
import { isClosedKind, readYankKind, type YankKind } from "@/lib/registry/versions/yank-kinds";
import type { SkillManifest } from "@/lib/skill-format";
import { isShownSql } from "@/lib/registry/access/shown-sql";

const STORED = {
  id: true,
  version: true,
  versionScheme: true,
  vettingStatus: true,
  packageDigest: true,
  publishedAt: true,
  yankedAt: true,
} satisfies Prisma.SkillVersionSelect;

export type StoredVersionRow = Prisma.SkillVersionGetPayload<{ select: typeof STORED }>;

/** All versions of a skill, oldest first. */
export async function listStoredVersions(db: Database, skillId: string): Promise<StoredVersionRow[]> {
  return db.skillVersion.findMany({
    where: { skillId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: STORED,
  });
}

const RELEASED = {
  id: true,
  skillId: true,
  version: true,
  versionChange: true,
  vettingStatus: true,
  packageDigest: true,
  priceLamports: true,
  runtimeLanguage: true,
  convertsTo: true,
  manifest: true,
  publishedAt: true,
  yankedAt: true,
  examplesTotal: true,
  runnable: true,
  skill: {
    select: {
      slug: true,
      ownerId: true,
      askedLamports: true,
      claimStatus: true,
      quarantinedAt: true,
      access: true,
      owner: { select: { username: true } },
      agentIdentity: { select: { name: true } },
    },
  },
} satisfies Prisma.SkillVersionSelect;

export type ReleasedVersion = Omit<Prisma.SkillVersionGetPayload<{ select: typeof RELEASED }>, "manifest"> & {
  manifest: SkillManifest;
};

/** A version with its manifest and its skill, whatever its state; null for an unknown id. */
export async function findVersion(db: Database, id: string): Promise<ReleasedVersion | null> {
  const row = await db.skillVersion.findUnique({ where: { id }, select: RELEASED });
  return row && { ...row, manifest: row.manifest as unknown as SkillManifest };
}

/** Those of the ids that there are, in no particular order. */
export async function listReleased(db: Database, ids: readonly string[]): Promise<ReleasedVersion[]> {
  const rows = await db.skillVersion.findMany({ where: { id: { in: [...ids] } }, select: RELEASED });
  return rows.map((row) => ({ ...row, manifest: row.manifest as unknown as SkillManifest }));
}

/** What a version calls itself; null for an unknown id. */
export async function findVersionName(
  db: Database,
  id: string,
): Promise<{ skill: string; version: string } | null> {
  const [row] = await db.$queryRaw<{ skill: string; version: string }[]>(Prisma.sql`
    SELECT "manifest" #>> '{slug}' AS "skill", "version" FROM "SkillVersions" WHERE "id" = ${id}`);
  return row ?? null;
}

/** What is on record of a version that is closed; null of any other. */
export async function findClosed(
  db: Database,
  id: string,
): Promise<{ slug: string; version: string; kind: YankKind; reason: string | null } | null> {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: { version: true, yankKind: true, yankReason: true, skill: { select: { slug: true } } },
  });
  if (row === null || !isClosedKind(row.yankKind)) return null;
  const { version, yankKind, yankReason: reason, skill } = row;
  return { slug: skill.slug, version, kind: readYankKind(yankKind), reason };
}

export async function findSkillOfVersion(db: Database, id: string): Promise<string | null> {
  return (await db.skillVersion.findUnique({ where: { id }, select: { skillId: true } }))?.skillId ?? null;
}

const { sql } = Prisma;

/** Of another account, in the market, and shown to everybody: nobody learns of files that not everybody may read. */
const isShownOfAnother = () => sql`s."published_at" IS NOT NULL AND ${isShownSql()} AND s."access" = 'public'
     AND s."owner_id" IS DISTINCT FROM own."owner_id"`;

/** An earlier skill of another account. */
export interface SameContent {
  skillId: string;
  slug: string;
  publisher: string;
  publishedAt: Date;
}

/** The first skill of another account that was published with the content of a version before it was. Who sees the version may see that one: everybody is shown it. */
export async function selectSameContent(db: Database, versionId: string): Promise<SameContent | null> {
  const [row] = await db.$queryRaw<SameContent[]>(sql`
    SELECT s."id" AS "skillId", s."slug", a."username" AS "publisher", e."published_at" AS "publishedAt"
    FROM "SkillVersions" v JOIN "Skills" own ON own."id" = v."skill_id"
    JOIN "SkillVersions" e ON e."content_digest" = v."content_digest" AND e."skill_id" <> v."skill_id"
      AND (e."published_at", e."id") < (v."published_at", v."id") AND e."yanked_at" IS NULL
    JOIN "Skills" s ON s."id" = e."skill_id" AND ${isShownOfAnother()}
    JOIN "Accounts" a ON a."id" = s."owner_id"
    WHERE v."id" = ${versionId} ORDER BY e."published_at", e."id" LIMIT 1`);
  return row ?? null;
}

/** So many earlier versions that may be nearly the same are compared. */
const MOST_COMPARED = 200;

/**
 * The first such skill with nearly the content of a version: groups of sketches find it by an index, and the sketches
 * decide. None where the version's own skill had something like it before: the other one is the copy then.
 */
export async function selectNearContent(
  db: Database,
  versionId: string,
  leastAlike: number,
): Promise<SameContent | null> {
  const [row] = await db.$queryRaw<SameContent[]>(sql`
    SELECT "skillId", "slug", "publisher", "publishedAt" FROM (
      SELECT s."id" AS "skillId", s."slug", a."username" AS "publisher", e."published_at" AS "publishedAt", e."id",
        v."content_sketch" AS "mine", e."content_sketch" AS "theirs"
      FROM "SkillVersions" v JOIN "Skills" own ON own."id" = v."skill_id"
      JOIN "SkillVersions" e ON e."content_bands" && v."content_bands" AND e."skill_id" <> v."skill_id"
        AND (e."published_at", e."id") < (v."published_at", v."id") AND e."yanked_at" IS NULL
      JOIN "Skills" s ON s."id" = e."skill_id" AND ${isShownOfAnother()}
      JOIN "Accounts" a ON a."id" = s."owner_id"
      WHERE v."id" = ${versionId} AND NOT EXISTS (
        SELECT FROM "SkillVersions" o WHERE o."skill_id" = v."skill_id"
          AND (o."published_at", o."id") < (e."published_at", e."id") AND o."content_bands" && e."content_bands")
      ORDER BY e."published_at", e."id" LIMIT ${MOST_COMPARED}) near
    WHERE (SELECT count(*) FROM unnest("mine", "theirs") AS pair(one, other) WHERE one = other) >= ${leastAlike}
    ORDER BY "publishedAt", "id" LIMIT 1`);
  return row ?? null;
}

/** True the first time for a skill and an earlier one. */
export async function insertSameContent(
  db: Database,
  pair: { skillId: string; earlierSkillId: string; foundAt: Date },
): Promise<boolean> {
  return (await db.sameContent.createMany({ data: pair, skipDuplicates: true })).count === 1;
}

/** How a skill changed owners, in order. */
const GIVEN = {
  where: { state: "accepted" },
  orderBy: { endedAt: "asc" },
  select: { endedAt: true, from: { select: { username: true } } },
} satisfies Prisma.SkillTransferFindManyArgs;

/**
 * What a stored version promises, in the name of whoever answered for the skill when it was uploaded. A draft's is
 * whoever claimed it: the first one who gave the skill away since, or its owner. Throws for an unknown id.
 */
export async function findPromises(db: Database, versionId: string): Promise<Promises> {
  const { skill, publisher, createdAt, manifest, files } = await db.skillVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: {
      createdAt: true,
      publisher: { select: { username: true } },
      skill: { select: { owner: { select: { username: true } }, transfers: GIVEN } },
      manifest: true,
      files: { select: { path: true, sha256: true } },
    },
  });
  const given = skill.transfers.find(({ endedAt }) => endedAt !== null && endedAt > createdAt);
  return {
    publisher: (publisher ?? given?.from ?? skill.owner)?.username ?? null,
    files,
    manifest: manifest as unknown as SkillManifest,
  };
}
