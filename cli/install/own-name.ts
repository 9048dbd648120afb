import type { DownloadedSkill, SkillPackage } from "@/client";
import { checkSkill, isKebabCase } from "@/lib/skill-format";

/**
 * What a downloaded version calls itself, whose folder must be called so: another name than it was asked for by, where
 * its skill was renamed.
 */
export const ownName = ({ name, package: skill }: DownloadedSkill): string => writtenName(skill) ?? name;

/** The name that a package's SKILL.md gives it; null when that is none. */
export function writtenName({ files }: Pick<SkillPackage, "files">): string | null {
  const { slug } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) }).manifest;
  return isKebabCase(slug) ? slug : null;
}
