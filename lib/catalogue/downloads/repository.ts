import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isClosedSql } from "@/lib/registry/versions/version-sql";
import type { ConversionTarget } from "@/lib/skill-format";
import { areFilesGivenSql } from "@/lib/registry/access/shown-sql";

/** What is needed to convert a version that is not closed, for a reader who is given its files. */
export interface ConvertibleVersion {
  /** What its own SKILL.md calls it, whatever the skill is called now. */
  readonly slug: string;
  readonly version: string;
  readonly packageDigest: string;
  readonly archiveDigest: string;
  readonly convertsTo: readonly string[];
}

/** What a plugin is stored as; its contents are its package. */
export const PLUGIN = "Plugin";

/** Names one converted package, or plugin, for ever. */
export interface ConversionKey {
  readonly packageDigest: string;
  /** Of the skill: it stands in what is made, and the file itself may state none. */
  readonly version: string;
  readonly target: ConversionTarget | typeof PLUGIN;
  readonly converterVersion: string;
}

export interface StoredConversion {
  readonly archiveDigest: string;
  readonly sizeBytes: number;
}

export async function findConvertible(db: Database, versionId: string): Promise<ConvertibleVersion | null> {
  const [row] = await db.$queryRaw<ConvertibleVersion[]>(Prisma.sql`
    SELECT "manifest" #>> '{slug}' AS "slug", "version", "package_digest" AS "packageDigest",
      "archive_digest" AS "archiveDigest", "converts_to" AS "convertsTo"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."id" = ${versionId} AND NOT ${isClosedSql()} AND ${areFilesGivenSql()}`);
  return row ?? null;
}

export function findConversion(db: Database, key: ConversionKey): Promise<StoredConversion | null> {
  return db.convertedPackage.findUnique({
    where: { packageDigest_version_target_converterVersion: key },
    select: { archiveDigest: true, sizeBytes: true },
  });
}

/** Does nothing when somebody was faster: equal keys mean equal packages. */
export async function insertConversion(
  db: Database,
  row: ConversionKey & StoredConversion & { createdAt: Date },
): Promise<void> {
  await db.convertedPackage.createMany({ data: [row], skipDuplicates: true });
}

/** The archive digests of plugins that are stored, by the digest of their contents. */
export async function mapStoredPlugins(
  db: Database,
  contents: readonly string[],
  converterVersion: string,
): Promise<Map<string, string>> {
  const rows = await db.convertedPackage.findMany({
    where: { packageDigest: { in: [...contents] }, target: PLUGIN, converterVersion },
    select: { packageDigest: true, archiveDigest: true },
  });
  return new Map(rows.map(({ packageDigest, archiveDigest }) => [packageDigest, archiveDigest]));
}

/** The archives of packages, by the digest of the package. */
export async function mapArchives(
  db: Database,
  packageDigests: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.skillVersion.findMany({
    where: { packageDigest: { in: [...packageDigests] } },
    select: { packageDigest: true, archiveDigest: true },
  });
  return new Map(rows.map(({ packageDigest, archiveDigest }) => [packageDigest, archiveDigest]));
}
