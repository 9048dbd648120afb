import { DomainError } from "@/lib/kernel/errors";
import { exportArchive } from "@/lib/registry/packages/export-archive";
import { readArchiveOfVersion } from "@/lib/registry/packages/read-package";
import { dialectTitle, type CheckProfile } from "@/lib/skill-format";

/** Issues named in a refusal; more help nobody. */
const MAX_FINDINGS = 100;

/**
 * The archive of a version as one dialect alone, with the digest of the package it was made from. The market never
 * closes an input schema: that is for the author.
 *
 * Throws VERSION_NOT_FOUND, PACKAGE_CORRUPT, and DIALECT_NOT_AVAILABLE with the issues where the result would not be
 * valid.
 */
export async function exportVersion(
  versionId: string,
  dialect: CheckProfile,
  options: { dropOthers?: boolean } = {},
): Promise<{ bytes: Uint8Array; packageDigest: string }> {
  const { bytes, packageDigest } = await readArchiveOfVersion(versionId);
  const result = await exportArchive({ bytes, dialect, options });
  if (result === null) throw new DomainError("PACKAGE_CORRUPT", "The stored package cannot be read.");
  if (!result.ok) {
    const [first] = result.issues;
    throw new DomainError(
      "DIALECT_NOT_AVAILABLE",
      `This version cannot be had as ${dialectTitle(dialect)}: ${first?.path}: ${first?.message}.`,
      { details: { findings: result.issues.slice(0, MAX_FINDINGS) } },
    );
  }
  return { bytes: result.bytes, packageDigest };
}
