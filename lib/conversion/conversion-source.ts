import type { PackageFile } from "@/lib/package";
import type { ConversionTarget, SkillManifest } from "@/lib/skill-format";

/** Raised whenever equal packages would give other bytes than before; part of the key of a stored conversion. */
export const CONVERTER_VERSION = "3";

/** Published paths have at most 200 characters; a converted package puts folders before them. */
export const MAX_CONVERTED_PATH_CHARACTERS = 400;

/** What is converted: a package as it was published, and what its SKILL.md was read as. */
export interface ConversionSource {
  /** Version as the store names it. */
  readonly version: string;
  readonly manifest: SkillManifest;
  readonly files: readonly PackageFile[];
  /** `sha256:<hex>` of the published package. */
  readonly packageDigest: string;
}

/** A package for one platform, ready to be written as an archive. */
export interface ConvertedPackage {
  /** The one folder everything lies in. */
  readonly rootDirectory: string;
  readonly files: readonly PackageFile[];
}

/** Makes the package of one target; pure, and called only for a skill that converts. */
export interface Converter {
  readonly target: ConversionTarget;
  convert(source: ConversionSource): ConvertedPackage;
}

const encoder = new TextEncoder();

/** A generated text as a file of a package. */
export function textFile(path: string, text: string, executable = false): PackageFile {
  return { path, bytes: encoder.encode(text), ...(executable ? { executable } : {}) };
}
