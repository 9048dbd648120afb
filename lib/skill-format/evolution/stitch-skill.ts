import { BODY_MAX_LINES } from "../constants";
import { decodeRaw } from "../document/decode-raw";
import { splitLines } from "../document/split-lines";
import { booleanAt, type MapNode, nodeAt, textAt } from "../yaml/node";
import type { Finding } from "../issues/issue";
import { readLifecycle } from "../lifecycle";
import { readSkill } from "../skill-reading";
import type { SkillFiles } from "../types";
import { type Evolution, isStale } from "./evolution";
import { writeSection } from "./section";
import { splitSection } from "./split-section";
import { lineEndOf } from "./unstitch-skill";

export type StitchResult =
  | {
      ok: true;
      /**
       * `off`: a static skill, or one whose evolution is switched off, which is never stitched (Skill Metadata §2.3,
       * §5).
       */
      state: "stitched" | "unchanged" | "off";
      /** `SKILL.md`, or `skill.md` where that is what the package has. */
      path: string;
      /** The whole file as it is to be stored. */
      text: string;
      /** The experience was gathered on another version of the source (Skill Metadata §4.2). */
      stale: boolean;
    }
  | { ok: false; findings: Finding[] };

/**
 * Writes experience into the section at the end of SKILL.md, or brings an existing one up to date (Skill Metadata
 * §2.3, §5). Everything outside the section is kept byte for byte, and stitching again changes nothing. A file that
 * cannot be read without doubt is refused and never replaced. Never throws.
 */
export function stitchSkill(files: SkillFiles, evolution: Evolution): StitchResult {
  const reading = readSkill(files);
  const { fileName, document } = reading;
  const raw = decodeRaw(files.get(fileName ?? "SKILL.md"));
  const faults = document.issues.filter(({ severity }) => severity === "error");
  if (fileName === null || raw === undefined) return refuse("is missing or no text", faults);
  const { frontMatter } = reading.viewOf("metadata");
  if (document.frontMatter === null || faults.length > 0) return refuse("cannot be read", faults);
  if (isUndecided(frontMatter)) return refuse("evolution_enabled is neither true nor false", []);
  const stale = isStale(evolution.lastEvolvedHash, textAt(frontMatter, "source_hash"));
  const done = { ok: true, path: fileName, stale } as const;
  if (!readLifecycle(frontMatter).enabled) return { ...done, state: "off", text: raw };

  const split = splitSection(raw, document.body, document.bodyLine);
  if (split.isCut) return refuse(`has more than ${BODY_MAX_LINES} lines`, []);
  const lines = writeSection(evolution);
  if (lines.length > 0 && !split.hasSection && split.endsInFence) {
    return refuse("ends inside a code block that is never closed; a section added there would be code", []);
  }
  const text = compose(split, lines);
  return { ...done, state: text === raw ? "unchanged" : "stitched", text };
}

function compose({ before, after }: { before: string; after: string }, section: readonly string[]): string {
  if (section.length === 0) return before + after;
  const lineEnd = lineEndOf(before);
  const written = section.map((line) => line + lineEnd).join("");
  return (
    before + missingGap(before, lineEnd) + written + (beginsBlank(after, lineEnd) ? "" : lineEnd) + after
  );
}

/** What is missing so that the section begins after a blank line. */
function missingGap(before: string, lineEnd: string): string {
  const last = splitLines(before).at(-1) ?? "";
  // a lone \r and the \n added behind it would be one line end, not two
  const fuses = last.endsWith("\r") && lineEnd === "\n";
  if (!/[\r\n]$/.test(last) || fuses) return lineEnd + lineEnd;
  return last.trim() === "" ? "" : lineEnd;
}

/** True when what follows the section needs no further blank line before it. */
function beginsBlank(after: string, lineEnd: string): boolean {
  const fuses = after.startsWith("\n") && lineEnd === "\r";
  return after === "" || (/^[ \t]*[\r\n]/.test(after) && !fuses);
}

/** Anything but a boolean: what was meant cannot be known, so nothing is written. */
function isUndecided(frontMatter: MapNode): boolean {
  const written = nodeAt(frontMatter, "evolution_enabled") !== undefined;
  return written && booleanAt(frontMatter, "evolution_enabled") === undefined;
}

function refuse(message: string, findings: readonly Finding[]): StitchResult {
  if (findings.length > 0) return { ok: false, findings: [...findings] };
  return { ok: false, findings: [{ severity: "error", code: "FILE_INVALID", path: "SKILL.md", message }] };
}
