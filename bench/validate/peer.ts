import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** What is used of the npm package `skills-ref`, the JavaScript port of the Agent Skills validator. */
export interface SkillsRef {
  version: string;
  /** Checks a skill's directory; each text is one fault. */
  validate(directory: string): Promise<string[]>;
  /** Throws when the text has no front matter it can read. */
  parseFrontmatter(text: string): [metadata: Record<string, unknown>, body: string];
  validateMetadata(metadata: Record<string, unknown>, directory?: string): string[];
}

const PEERS = path.join(import.meta.dirname, "..", "peers");

/** Loads `skills-ref` from its own workspace. Throws with the command that installs it. */
export async function loadSkillsRef(): Promise<SkillsRef> {
  const entry = path.join(PEERS, "node_modules", "skills-ref", "dist", "index.js");
  if (!existsSync(entry)) throw new Error("skills-ref is not installed; run: npm ci --prefix bench/peers");
  return (await import(pathToFileURL(entry).href)) as SkillsRef;
}
