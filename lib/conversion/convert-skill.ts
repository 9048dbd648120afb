import { deflateArchive, SKILL_ARCHIVE_LIMITS, unpackedBytes, writeArchive } from "@/lib/package";
import { conversionTargets, isKebabCase, type ConversionTarget } from "@/lib/skill-format";
import type { ConversionSource, ConvertedPackage } from "./conversion-source";
import { planRun } from "./plan-run";
import { CONVERTERS } from "./targets/registry";

/** Published paths have at most 200 characters; a converted package puts folders before them. */
const MAX_CONVERTED_PATH_CHARACTERS = 400;

/**
 * Why a skill is not converted for a platform, in words, or null: the conditions of USK v1.0 section 6, and what every
 * wrapper needs to hold on to (a plain name, an entry point that is in the package).
 */
export function findConversionObstacle(
  { manifest, files }: Pick<ConversionSource, "manifest" | "files">,
  target: ConversionTarget,
): string | null {
  const decision = conversionTargets(manifest).find((each) => each.target === target);
  if (decision?.converts !== true) return decision?.reason ?? "the platform is not known";
  if (!isKebabCase(manifest.slug)) return "its name is not made of a-z, 0-9 and single hyphens";
  const { entryPoint } = planRun(manifest);
  return files.some(({ path }) => path === entryPoint) ? null : "its entry point is not in the package";
}

/**
 * The package of a skill for one platform. Pure: equal sources give equal files. The skill's own files are in it with
 * every byte as published. Throws RangeError when `findConversionObstacle` names an obstacle.
 */
export function convertSkill(source: ConversionSource, target: ConversionTarget): ConvertedPackage {
  const obstacle = findConversionObstacle(source, target);
  if (obstacle !== null) throw new RangeError(`Not converted for ${target}: ${obstacle}.`);
  return CONVERTERS[target].convert(source);
}

/**
 * The converted package as a ZIP archive: stored, so that equal packages give equal bytes everywhere, and deflated only
 * when it would be larger than an upload may be.
 */
export async function writeConvertedArchive({ files, rootDirectory }: ConvertedPackage): Promise<Uint8Array> {
  const options = { maxPathCharacters: MAX_CONVERTED_PATH_CHARACTERS };
  const sizeBytes = unpackedBytes(files);
  return sizeBytes > SKILL_ARCHIVE_LIMITS.maxArchiveBytes
    ? deflateArchive(files, rootDirectory, options)
    : writeArchive(files, rootDirectory, options);
}
