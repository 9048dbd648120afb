import { readSkillDocument } from "../document/read-skill-document";
import { toPackagePath } from "../values/relative-path";
import type { SkillFiles } from "../types";
import { readSkillRecord } from "./skill-record";

/** Progressive disclosure (Agent Skills, overview): what of a skill stands in the context when. */
export const LOAD_STAGES = ["discovery", "activation", "execution"] as const;
export type LoadStage = (typeof LOAD_STAGES)[number];

export interface LoadedText {
  /** Package path the text comes from. */
  path: string;
  text: string;
}

/**
 * What one stage adds to the context: discovery name and description, activation the full SKILL.md, execution the
 * files asked for, and no others. A path that leaves the package, or names no text file of it, adds nothing.
 */
export function loadStage(files: SkillFiles, stage: LoadStage, wanted: readonly string[] = []): LoadedText[] {
  if (stage === "execution") return [...new Set(wanted)].flatMap((path) => loadFile(files, path));
  const path = files.has("SKILL.md") ? "SKILL.md" : "skill.md";
  const source = files.get(path);
  if (source === undefined) return [];
  if (stage === "activation") return [{ path, text: readSkillDocument(source).text }];
  const reading = readSkillRecord(source, path);
  if (!reading.ok) return [];
  const { name, description } = reading.record;
  return [{ path, text: `name: ${name}\ndescription: ${description}\n` }];
}

function loadFile(files: SkillFiles, written: string): LoadedText[] {
  const path = toPackagePath(written);
  const source = path === null ? undefined : files.get(path);
  if (path === null || source === undefined) return [];
  try {
    return [{ path, text: typeof source === "string" ? source : decoder.decode(source) }];
  } catch {
    return []; // an image or a program is run or shown, not read
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });
