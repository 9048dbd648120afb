import type { ListResourcesResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import type { ActiveSkills } from "@/api/mcp/active-skills";
import { DomainError } from "@/lib/kernel/errors";

const URI = /^skill:\/\/([a-z0-9-]{1,64})\/(.{1,600})$/;

/** How a text of a skill is addressed: `skill://<name>/<path>`. */
export const skillUri = (slug: string, path: string) =>
  `skill://${slug}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The texts of the active skills; none before one is activated. */
export function listSkillResources({ skills }: ActiveSkills): ListResourcesResult {
  const resources = skills.flatMap(({ slug, files }) =>
    files.map((path) => ({ uri: skillUri(slug, path), name: `${slug}/${path}`, mimeType: mediaType(path) })),
  );
  return { resources };
}

/** One text of an active skill. Throws NOT_FOUND and SKILL_NOT_FOUND. */
export async function readSkillResource(skills: ActiveSkills, uri: string): Promise<ReadResourceResult> {
  const [, slug = "", written = ""] = URI.exec(uri) ?? [];
  const path = decode(written);
  if (path === null) throw new DomainError("NOT_FOUND", "A text is addressed as skill://<name>/<path>.");
  return { contents: [{ uri, mimeType: mediaType(path), text: await skills.read(slug, path) }] };
}

const mediaType = (path: string) => (path.endsWith(".md") ? "text/markdown" : "text/plain");

function decode(written: string): string | null {
  try {
    return decodeURIComponent(written) || null;
  } catch {
    return null;
  }
}
