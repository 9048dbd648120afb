import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** What an archive or an icon is called that nothing is left of: no bytes have this digest. */
const ERASED_DIGEST = `sha256:${"0".repeat(64)}`;

export interface ErasedVersion {
  id: string;
  skillId: string;
  slug: string;
  version: string;
  packageDigest: string;
  archiveDigest: string;
  iconDigest: string | null;
  createdAt: Date;
  erasedAt: Date | null;
  yankReason: string | null;
}

export async function findErased(
  db: Database,
  skillId: string,
  version: string,
): Promise<ErasedVersion | null> {
  const row = await db.skillVersion.findUnique({
    where: { skillId_version: { skillId, version } },
    select: {
      id: true,
      skillId: true,
      version: true,
      packageDigest: true,
      archiveDigest: true,
      iconDigest: true,
      createdAt: true,
      erasedAt: true,
      yankReason: true,
      skill: { select: { slug: true } },
    },
  });
  if (row === null) return null;
  const { skill, ...columns } = row;
  return { ...columns, slug: skill.slug };
}

/** Other versions of the same bytes whose text stands, as `NAME VERSION`. */
export async function listSharing(
  db: Database,
  { id, packageDigest }: Pick<ErasedVersion, "id" | "packageDigest">,
): Promise<string[]> {
  const rows = await db.skillVersion.findMany({
    where: { packageDigest, id: { not: id }, erasedAt: null },
    orderBy: { id: "asc" },
    select: { version: true, skill: { select: { slug: true } } },
  });
  return rows.map(({ version, skill }) => `${skill.slug} ${version}`);
}

export interface MadeRow {
  packageDigest: string;
  version: string;
  target: string;
  converterVersion: string;
  archiveDigest: string;
}

const MADE = {
  packageDigest: true,
  version: true,
  target: true,
  converterVersion: true,
  archiveDigest: true,
} satisfies Prisma.ConvertedPackageSelect;

/** Packages made of a version for platforms, and those of which nobody knows for which version. */
export function listConverted(
  db: Database,
  { packageDigest, version }: Pick<ErasedVersion, "packageDigest" | "version">,
): Promise<MadeRow[]> {
  return db.convertedPackage.findMany({
    where: { packageDigest, version: { in: [version, ""] } },
    select: MADE,
  });
}

/** What was made for one target since a moment. */
export function listMadeSince(db: Database, target: string, since: Date): Promise<MadeRow[]> {
  return db.convertedPackage.findMany({ where: { target, createdAt: { gte: since } }, select: MADE });
}

export async function deleteConverted(db: Database, row: MadeRow): Promise<void> {
  await db.convertedPackage.deleteMany({ where: row });
}

export async function findEntries(db: Database, archiveDigest: string): Promise<string | null> {
  const row = await db.gitTree.findUnique({ where: { archiveDigest }, select: { entriesDigest: true } });
  return row?.entriesDigest ?? null;
}

export async function clearArchive(db: Database, id: string): Promise<void> {
  await db.skillVersion.update({
    where: { id },
    data: { archiveDigest: ERASED_DIGEST },
    select: { id: true },
  });
}

export async function clearIcon(db: Database, id: string): Promise<void> {
  await db.skillVersion.update({ where: { id }, data: { iconDigest: null }, select: { id: true } });
}

/** Packages under way of the same bytes, and files that were announced and sent and are in them. */
export async function deleteDrafts(
  db: Database,
  { id, packageDigest }: Pick<ErasedVersion, "id" | "packageDigest">,
): Promise<number> {
  const { count } = await db.publication.deleteMany({ where: { packageDigest } });
  const files = await db.packageFile.findMany({ where: { versionId: id }, select: { sha256: true } });
  await db.uploadTicket.deleteMany({ where: { sha256: { in: files.map(({ sha256 }) => sha256) } } });
  return count;
}

/**
 * Deletes what rows repeat of the text of a version: its own columns, its files, what vetting found in it, what its
 * examples gave, and what later versions differ in. Its name, number, digest, price and times stay.
 */
export async function clearRows(
  db: Database,
  { id, slug }: Pick<ErasedVersion, "id" | "slug">,
): Promise<void> {
  const empty = JSON.stringify(emptyManifest(slug));
  await db.$executeRaw(sql`UPDATE "SkillVersions" SET "skill_md" = '', "dialect_reports" = '[]', "examples" = '[]',
    "input_schema" = NULL, "output_schema" = NULL, "tools" = NULL, "entry_point" = NULL, "obstacles" = '[]', "runnable" = FALSE,
    "converts_to" = '{}', "author_agent" = NULL, "changelog" = NULL, "license" = NULL, "differences" = '[]', "content_digest" = NULL,
    "manifest" = (${empty}::jsonb || jsonb_build_object('slug', "manifest"->'slug', 'version', "manifest"->'version'))::json
    WHERE "id" = ${id}`);
  await db.skillVersion.updateMany({ where: { previousVersionId: id }, data: { differences: [] } });
  await db.packageFile.deleteMany({ where: { versionId: id } });
  const ofJob = { job: { versionId: id } };
  await db.vettingFinding.deleteMany({ where: ofJob });
  await db.secondOpinion.deleteMany({ where: ofJob });
  await db.vettingJob.updateMany({
    where: { versionId: id },
    data: { summary: null, picture: Prisma.DbNull },
  });
  await db.exampleReplay.deleteMany({ where: { versionId: id } });
  await db.replayComparison.deleteMany({ where: { OR: [{ versionId: id }, { baseId: id }] } });
  await db.run.updateMany({ where: { versionId: id }, data: { stderrTail: null } });
  await db.$executeRaw(sql`UPDATE "Events" SET "data" = jsonb_set("data"::jsonb, '{reasons}', '[]')
    WHERE "subject_id" = ${id} AND "kind" IN ('version:quarantined', 'version:rejected')`);
}

/** A manifest that declares nothing (lib/skill-format, SkillManifest). */
const emptyManifest = (displayName: string) => ({
  displayName,
  description: "",
  author: {},
  schemas: {},
  hints: {},
  permissions: {},
  origins: {},
  capabilities: [],
  platforms: [],
  category: null,
  tags: [],
  triggers: [],
  requirements: { python: [], node: [], other: [] },
  allowedTools: [],
  provenance: {},
  evolution: { managed: false, enabled: false },
  examples: [],
  metadata: {},
  extensions: {},
  body: "",
  spec: "v2",
  dialects: { declared: [], detected: [] },
});

/** True the first time. */
export async function setErased(db: Database, id: string, erasedAt: Date): Promise<boolean> {
  const { count } = await db.skillVersion.updateMany({ where: { id, erasedAt: null }, data: { erasedAt } });
  return count === 1;
}
