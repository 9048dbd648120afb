import { decodeRaw } from "../document/decode-raw";
import { splitLines } from "../document/split-lines";
import { readLifecycle } from "../lifecycle";
import { readSkill } from "../skill-reading";
import type { SkillFiles } from "../types";
import { splitSection } from "./split-section";

/** A SKILL.md without what stitching writes into it. */
export interface Unstitched {
  /** `SKILL.md`, or `skill.md` where that is what the skill has. */
  path: string;
  /** The skill gathers experience: it is under lifecycle management, and its evolution is not switched off. */
  enabled: boolean;
  /** What stitching wrote; null when there is no section. */
  section: string | null;
  /**
   * The texts that stitching may have begun from, the one with nothing but the section taken out first: stitching adds
   * up to two line ends before a section, and one behind it.
   */
  originals: readonly string[];
}

/**
 * Takes the stitched section out of SKILL.md, as stitching itself finds it (Skill Metadata section 5), to compare the
 * rest with what was published. Null for a file that stitching would not understand. Never throws.
 */
export function unstitchSkill(files: SkillFiles): Unstitched | null {
  const reading = readSkill(files);
  const { fileName, document } = reading;
  const raw = decodeRaw(files.get(fileName ?? "SKILL.md"));
  if (fileName === null || raw === undefined || document.frontMatter === null) return null;
  const split = splitSection(raw, document.body, document.bodyLine);
  if (split.isCut) return null;
  const { enabled } = readLifecycle(reading.viewOf("metadata").frontMatter);
  const found = { path: fileName, enabled };
  const lineEnd = lineEndOf(raw);
  // a section that was taken out again leaves the line ends before it
  if (!split.hasSection) return { ...found, section: null, originals: withoutEnds(raw, lineEnd) };
  const originals = withoutEnds(split.before, lineEnd).flatMap((before) =>
    withoutStart(split.after, lineEnd).map((after) => before + after),
  );
  return { ...found, section: split.section, originals };
}

/** The line end that a section is written with: that of the first line. */
export function lineEndOf(text: string): string {
  const [firstLine = ""] = splitLines(text);
  return /[\r\n]+$/.exec(firstLine)?.[0] ?? "\n";
}

function withoutEnds(text: string, lineEnd: string): string[] {
  const shorter = [text];
  for (let rest = text; shorter.length < 3 && rest.endsWith(lineEnd); shorter.push(rest))
    rest = rest.slice(0, -lineEnd.length);
  return shorter;
}

const withoutStart = (text: string, lineEnd: string): string[] =>
  text.startsWith(lineEnd) ? [text, text.slice(lineEnd.length)] : [text];
