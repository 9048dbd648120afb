import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ConversionTarget } from "@/lib/skill-format";

/** What is needed to convert a version. */
export interface ConvertibleVersion {
  /** What its own SKILL.md calls it, whatever the skill is called now. */
  readonly slug: string;
  readonly version: string;
  readonly packageDigest: string;
  readonly archiveDigest: string;
  readonly convertsTo: readonly string[];
}

/** Names one converted package for ever. */
export interface ConversionKey {
  readonly packageDigest: string;
  /** Of the skill: it stands in what is made, and the file itself may state none. */
  readonly version: string;
  readonly target: ConversionTarget;
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
    FROM "SkillVersions" WHERE "id" = ${versionId}`);
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
