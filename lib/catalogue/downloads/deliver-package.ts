import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";
import type { ConversionTarget } from "@/lib/skill-format";
import { getConvertedPackage } from "./get-converted-package";

export interface Delivery {
  bytes: Uint8Array;
  archiveDigest: string;
  /** Of the published package, whatever the archive is. */
  packageDigest: string;
  /** What the archive was made for; null for the package as it was published. */
  target: ConversionTarget | null;
}

/**
 * The archive of a version for a platform: the one made for it, or the published one when the skill is USK v3 but
 * cannot be converted for it; the caller sees which by `target`. `null` asks for the published one. A v2 skill has no
 * packages for platforms at all (USK §9): VERSION_NOT_AVAILABLE. Throws PACKAGE_CORRUPT.
 */
export async function deliverPackage(
  version: Pick<SkillDetail, "versionId" | "slug" | "spec" | "archiveDigest" | "packageDigest">,
  target: ConversionTarget | null,
): Promise<Delivery> {
  const { versionId, slug, spec, archiveDigest, packageDigest } = version;
  if (target !== null && spec !== "v3") {
    throw new DomainError(
      "VERSION_NOT_AVAILABLE",
      `"${slug}" is not a USK v3 skill and is installed by hand: download it without a platform; GET /v1/skills/${slug}/install-guide says where it goes.`,
      { details: { reason: "manual_install" } },
    );
  }
  const converted = target === null ? null : await getConvertedPackage(versionId, target);
  if (converted) return { ...converted, target };
  return { bytes: await blobStore().get(archiveDigest), archiveDigest, packageDigest, target: null };
}
