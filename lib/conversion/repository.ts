import type { Database } from "@/lib/db/client";
import type { ConversionTarget } from "@/lib/skill-format";

/** What is needed to convert a version. */
export interface ConvertibleVersion {
  readonly slug: string;
  readonly version: string;
  readonly packageDigest: string;
  readonly archiveDigest: string;
  readonly convertsTo: readonly string[];
}

/** Names one converted package for ever. */
export interface ConversionKey {
  readonly packageDigest: string;
  readonly target: ConversionTarget;
  readonly converterVersion: string;
}

export interface StoredConversion {
  readonly archiveDigest: string;
  readonly sizeBytes: number;
}

export async function findConvertible(db: Database, versionId: string): Promise<ConvertibleVersion | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: {
      version: true,
      packageDigest: true,
      archiveDigest: true,
      convertsTo: true,
      skill: { select: { slug: true } },
    },
  });
  if (!row) return null;
  const { skill, ...version } = row;
  return { slug: skill.slug, ...version };
}

export function findConversion(db: Database, key: ConversionKey): Promise<StoredConversion | null> {
  return db.convertedPackage.findUnique({
    where: { packageDigest_target_converterVersion: key },
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
