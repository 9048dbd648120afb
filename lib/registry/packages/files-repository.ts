import type { Database } from "@/lib/db/client";
import { CLOSED_KINDS } from "@/lib/registry/versions/yank-kinds";
import type { PackageFileRow, VettingStatus } from "@/lib/registry/views";
import { areFilesGivenSql } from "@/lib/registry/access/shown-sql";
import { isClosedSql } from "@/lib/registry/versions/version-sql";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** The files of a version, by path; none where the present reader is not given them. */
export function selectFiles(db: Database, versionId: string): Promise<PackageFileRow[]> {
  return db.$queryRaw<PackageFileRow[]>(sql`
    SELECT p."path", p."sha256", p."size_bytes" AS "sizeBytes", p."is_text" AS "isText", p."is_executable" AS "isExecutable"
    FROM "PackageFiles" p JOIN "SkillVersions" v ON v."id" = p."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE p."version_id" = ${versionId} AND ${areFilesGivenSql()} ORDER BY p."path"`);
}

interface StoredPackage {
  archiveDigest: string;
  packageDigest: string;
}

/** Of a version that is not closed, and whose files the present reader is given. */
export async function findPackage(db: Database, versionId: string): Promise<StoredPackage | null> {
  const [row] = await db.$queryRaw<StoredPackage[]>(sql`
    SELECT v."archive_digest" AS "archiveDigest", v."package_digest" AS "packageDigest"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."id" = ${versionId} AND NOT ${isClosedSql()} AND ${areFilesGivenSql()}`);
  return row ?? null;
}

export interface StoredVersion {
  id: string;
  slug: string;
  version: string;
  archiveDigest: string;
  publishedAt: Date | null;
  yankedAt: Date | null;
  vettingStatus: VettingStatus;
  /** Of its skill. */
  isQuarantined: boolean;
  paths: string[];
}

/** Every version whose text was not erased, whatever became of it, in the order of their ids, from the one after `after`. */
export async function listStoredVersions(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<StoredVersion[]> {
  const rows = await db.skillVersion.findMany({
    where: { id: { gt: after }, erasedAt: null },
    orderBy: { id: "asc" },
    take: limit,
    select: {
      id: true,
      version: true,
      archiveDigest: true,
      publishedAt: true,
      yankedAt: true,
      vettingStatus: true,
      skill: { select: { slug: true, quarantinedAt: true } },
      files: { select: { path: true }, orderBy: { path: "asc" } },
    },
  });
  return rows.map(({ skill, files, ...row }) => ({
    ...row,
    slug: skill.slug,
    isQuarantined: skill.quarantinedAt !== null,
    paths: files.map(({ path }) => path),
  }));
}

/** The archives of the newest versions. */
export async function listNewestStored(db: Database, limit: number): Promise<string[]> {
  const rows = await db.skillVersion.findMany({
    where: { erasedAt: null },
    orderBy: { id: "desc" },
    take: limit,
    select: { archiveDigest: true },
  });
  return rows.map(({ archiveDigest }) => archiveDigest);
}

export interface LatestPackage {
  skillId: string;
  versionId: string;
  packageDigest: string;
}

/** The packages of the newest versions of skills whose files everybody is given. */
export async function selectLatestPackages(
  db: Database,
  skillIds: readonly string[],
): Promise<LatestPackage[]> {
  const rows = await db.skill.findMany({
    where: { id: { in: [...skillIds] }, access: "public" },
    select: { id: true, latestVersion: { select: { id: true, packageDigest: true } } },
  });
  return rows.flatMap(({ id, latestVersion }) =>
    latestVersion
      ? [{ skillId: id, versionId: latestVersion.id, packageDigest: latestVersion.packageDigest }]
      : [],
  );
}

export async function findSlugOfVersion(
  db: Database,
  versionId: string,
): Promise<{ slug: string; version: string } | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { version: true, skill: { select: { slug: true } } },
  });
  return row && { slug: row.skill.slug, version: row.version };
}

/** Versions whose files are looked through; older ones are not asked for in practice. */
const MAX_COMPARED_VERSIONS = 50;

/** The files of the published versions of a skill, newest version first. */
export function selectFilesOfSkill(
  db: Database,
  skillId: string,
): Promise<{ version: string; files: { path: string; sha256: string }[] }[]> {
  return db.skillVersion.findMany({
    where: { skillId, publishedAt: { not: null } },
    orderBy: { publishedAt: "desc" },
    take: MAX_COMPARED_VERSIONS,
    select: { version: true, files: { select: { path: true, sha256: true } } },
  });
}

/** True while a published version that is not closed, of a skill that everybody is shown, has this icon. */
export async function isShownIcon(db: Database, iconDigest: string): Promise<boolean> {
  const row = await db.skillVersion.findFirst({
    where: {
      iconDigest,
      publishedAt: { not: null },
      OR: [{ yankKind: null }, { yankKind: { notIn: [...CLOSED_KINDS] } }],
      skill: { quarantinedAt: null, access: { not: "private" } },
    },
    select: { id: true },
  });
  return row !== null;
}
