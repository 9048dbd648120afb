import type { SkillPackage } from "@/client";
import { checkSkill, isKebabCase } from "@/lib/skill-format";

/**
 * The name that a package's SKILL.md gives it, whose folder must be called so; null when that is none. A skill that was
 * renamed has another one than it was asked for by.
 */
export function writtenName({ files }: Pick<SkillPackage, "files">): string | null {
  const { slug } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) }).manifest;
  return isKebabCase(slug) ? slug : null;
}
