import type { StoredServed } from "@/lib/catalogue/served-skills/repository";
import type { SkillRow } from "@/lib/registry/views";
import { countCharacters, isKebabCase } from "@/lib/skill-format";

/** Of SEP-2640, "Limits": what every host takes. */
export const SERVED_LIMITS = { files: 512, bytes: 16 * 1024 * 1024 };

/** A listed skill as hosts of Agent Skills are served it: its front matter, and every file with digest and size. */
export interface ServedSkill extends Omit<StoredServed, "skillMdStart"> {
  row: SkillRow;
  frontMatter: Record<string, unknown>;
}

/** The skill as it is served, or why hosts would refuse it. */
export function toServedSkill(
  row: SkillRow,
  frontMatter: Record<string, unknown> | null,
  stored: Omit<StoredServed, "skillMdStart">,
): ServedSkill | { issue: string } {
  const issue = findNotServed(row.slug, frontMatter, stored.files);
  return issue === null && frontMatter !== null ? { ...stored, row, frontMatter } : { issue: issue ?? "" };
}

type Sized = Pick<StoredServed["files"][number], "path" | "sizeBytes">;

/**
 * Why a skill cannot be served over MCP (SEP-2640, "Skill Format", "Resource Mapping", "Limits"; Agent Skills,
 * "Frontmatter"), in a sentence; null where it can.
 */
export function findNotServed(
  slug: string,
  frontMatter: Record<string, unknown> | null,
  files: readonly Sized[],
): string | null {
  if (frontMatter === null) return "Its SKILL.md has no front matter that can be read.";
  const { name, description, compatibility, metadata } = frontMatter;
  if (typeof name !== "string" || name.length > 64 || !isKebabCase(name))
    return "The name in its SKILL.md is no name of an Agent Skill.";
  if (name !== slug) return `Its SKILL.md calls it "${name}", and not "${slug}".`;
  if (!isText(description, 1024)) return "The description in its SKILL.md has not 1 to 1,024 characters.";
  if (compatibility !== undefined && !isText(compatibility, 500))
    return "The compatibility in its SKILL.md has not 1 to 500 characters.";
  if (metadata !== undefined && !isTextMap(metadata))
    return "The metadata in its SKILL.md are not texts with names.";
  if (!files.some(({ path }) => path === "SKILL.md")) return "It has no SKILL.md at its root.";
  if (files.length > SERVED_LIMITS.files)
    return `It has ${files.length} files; over MCP a skill may have ${SERVED_LIMITS.files}.`;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > SERVED_LIMITS.bytes)
    return `Its files have ${bytes} bytes; over MCP a skill may have ${SERVED_LIMITS.bytes}.`;
  return null;
}

const isText = (value: unknown, most: number) =>
  typeof value === "string" && value !== "" && countCharacters(value) <= most;

const isTextMap = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === "string");
