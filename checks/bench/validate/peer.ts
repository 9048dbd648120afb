import path from "node:path";
import { pathToFileURL } from "node:url";
import { assertInstalled } from "../assert-installed";

/** What is used of the npm package `skills-ref`, the JavaScript port of the Agent Skills validator. */
export interface SkillsRef {
  version: string;
  /** Checks a skill's directory; each text is one fault. */
  validate(directory: string): Promise<string[]>;
  /** Throws when the text has no front matter it can read. */
  parseFrontmatter(text: string): [metadata: Record<string, unknown>, body: string];
  validateMetadata(metadata: Record<string, unknown>, directory?: string): string[];
}

const PACKAGE = path.resolve("checks/bench/peers/node_modules/skills-ref");
export const SKILLS_REF_LIBRARY = path.join(PACKAGE, "dist", "index.js");
export const SKILLS_REF_COMMAND = path.join(PACKAGE, "dist", "cli.js");

/** Loads `skills-ref` from its own workspace. Throws Stop with the command that installs it. */
export async function loadSkillsRef(): Promise<SkillsRef> {
  assertInstalled("skills-ref");
  return (await import(pathToFileURL(SKILLS_REF_LIBRARY).href)) as SkillsRef;
}
