import type { SkillDocument } from "../document/read-skill-document";
import type { Issue } from "../issues/issue";
import keys from "./heading-keys.json" with { type: "json" };

/** What a step of a proposal does. */
export const REPAIR_KINDS = [
  "write-utf8",
  "unwrap-document",
  "begin-at-fence",
  "open-fence",
  "close-fence",
  "toml-to-yaml",
  "write-lines",
  "add-heading",
  "plain-blanks",
  "plain-colon",
  "blank-behind-colon",
  "plain-keys",
  "drop-commas",
  "mend-indent",
  "indent-text",
  "close-bracket",
  "quote-value",
  "drop-twin",
  "name-key",
  "name-value",
  "name-added",
  "description-added",
  "description-joined",
  "description-cut",
] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

/** Why nothing is proposed: what only the author can say. */
export const OBSTACLES = [
  "not-utf8",
  "merge-conflict",
  "empty-file",
  "two-values",
  "yaml-unknown",
  "name-placeholder",
  "name-other-script",
  "name-empty",
  "description-missing",
] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** A SKILL.md as a repair sees it. */
export interface RepairSource {
  /** Without their ends. */
  lines: readonly string[];
  document: SkillDocument;
  /** What refuses the package as it stands. */
  issues: readonly Pick<Issue, "code" | "path">[];
  /** Name of the directory, where it is known. */
  dir?: string | undefined;
}

/** The lines after a repair, or why there is none. */
export type Repaired = { kind: RepairKind; lines: string[] } | { obstacle: Obstacle };
export type Repair = (source: RepairSource) => Repaired | null;

/** Keys that a heading is known by; the first of `name` and `description` is the true one, the others are taken for it. */
export const HEADING_KEYS: Readonly<Record<"name" | "description" | "known", readonly string[]>> = keys;

const ANY_KEY = new Set([...keys.known, ...keys.name, ...keys.description].map((key) => key.toLowerCase()));

/** Whether a line begins with a key that headings have, whatever its capitals. */
export function isHeadingLine(line: string): boolean {
  const [, key] = /^\s*(?:[-*]\s+)?["'*]{0,2}([\p{L}_][\p{L}\p{N}_-]*)["'*]{0,2}\s*[:：=]/u.exec(line) ?? [];
  return key !== undefined && ANY_KEY.has(key.toLowerCase());
}

/** The index of the line that closes the block; -1 where none does. */
export function findClosingFence(lines: readonly string[]): number {
  return lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line));
}
