import { writeArchive } from "@/lib/package";
import { buildSkillPackage, uniqueName } from "@/lib/testing/builders";

export const UPLOAD = "/v1/skills/upload";

export const skillMd = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: One-line description\n${more}---\n\n# My skill\n`;

/** A whole skill as JSON, with other members where they are given. */
export const jsonUpload = (name = uniqueName(), more: Record<string, unknown> = {}) => ({
  skill_md: skillMd(name),
  files: { "main.py": "print(1)\n" },
  ...more,
});

/** A whole skill as a file. */
export const archiveUpload = (name = uniqueName()) => ({
  name: `${name}.skill`,
  bytes: writeArchive(buildSkillPackage({ name }).files),
});

/** A form with texts and files as its fields. */
export function form(parts: Record<string, string | { name: string; bytes: Uint8Array }>): FormData {
  const data = new FormData();
  for (const [field, part] of Object.entries(parts)) {
    if (typeof part === "string") data.set(field, part);
    else data.set(field, new File([Uint8Array.from(part.bytes)], part.name));
  }
  return data;
}
