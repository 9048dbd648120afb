import { getConvertedPackage } from "@/lib/catalogue/downloads/get-converted-package";
import { getMadePackage } from "@/lib/catalogue/downloads/made-package";
import { assertGiven, type SetView } from "@/lib/catalogue/sets/get-set";
import { mergeArchives } from "@/lib/conversion/merge-archives";
import { CONVERTER_VERSION } from "@/lib/conversion/conversion-source";
import { DomainError } from "@/lib/kernel/errors";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import type { ConversionTarget } from "@/lib/skill-format";

export interface SetPackage {
  bytes: Uint8Array;
  archiveDigest: string;
  /** Skills that are given and are not converted for this platform: they are not in it. */
  leftOut: string[];
}

/**
 * The packages of a set's skills for one platform as one archive, each in the folder it has alone. Throws
 * VERSION_NOT_AVAILABLE for a set that was withdrawn, and where none of its skills is converted for the platform.
 */
export async function getSetPackage(set: SetView, target: ConversionTarget): Promise<SetPackage> {
  assertGiven(set);
  const archives: { bytes: Uint8Array; archiveDigest: string }[] = [];
  const leftOut: string[] = [];
  for (const { skill, given } of set.parts) {
    const converted = given && (await getConvertedPackage(given.versionId, target));
    if (converted) archives.push(converted);
    else if (given) leftOut.push(skill);
  }
  if (archives.length === 0)
    throw new DomainError(
      "VERSION_NOT_AVAILABLE",
      `None of the skills of "${set.name}" is converted for ${target}.`,
      {
        details: { reason: "not_converted" },
      },
    );
  const key = {
    packageDigest: digestJson(archives.map(({ archiveDigest }) => archiveDigest)),
    version: set.version,
    target,
    converterVersion: CONVERTER_VERSION,
  };
  const made = await getMadePackage(key, () => mergeArchives(archives.map(({ bytes }) => bytes)));
  if (!made) throw new Error("a set with converted skills has a package");
  return { ...made, leftOut };
}
