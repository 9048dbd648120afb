import type { DownloadedSkill } from "@/client";
import { checkSkill, isKebabCase } from "@/lib/skill-format";

/**
 * What a downloaded version calls itself, whose folder must be called so: another name than it was asked for by, where
 * its skill was renamed.
 */
export function ownName({ name, package: { files } }: DownloadedSkill): string {
  const { slug } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) }).manifest;
  return isKebabCase(slug) ? slug : name;
}
