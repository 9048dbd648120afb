import type { PackageFile } from "@/lib/package";
import type { DeclaredPermissions } from "../skill-facts";
import type { Verdict } from "../verdict";

/** A small skill for a test; SKILL.md is added where the sample has none. */
export interface Sample {
  readonly title: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly permissions?: DeclaredPermissions;
}

export interface HostileSample extends Sample {
  readonly verdict: Exclude<Verdict, "approved">;
  readonly code: string;
}

const SKILL_MD = "---\nname: sample\ndescription: A sample skill for tests.\n---\n\n# Sample\n\nUse it.\n";

export function sampleFiles({ files }: Sample): PackageFile[] {
  const all = "SKILL.md" in files ? files : { "SKILL.md": SKILL_MD, ...files };
  return Object.entries(all).map(([path, content]) => ({ path, bytes: Buffer.from(content) }));
}

/** SKILL.md with a body. */
export function skillMd(body: string): string {
  return `---\nname: sample\ndescription: A sample skill for tests.\n---\n\n${body}\n`;
}
