import { indexLines, type LineIndex } from "../reading/line-index";
import type { SourceFile } from "../reading/source-file";
import type { AccessKind } from "../access-kinds";
import type { Fact, FactKind, Origin } from "./fact";

/** Languages that are read as trees, and those that are read line by line. */
export type UnitLanguage = "bash" | "python" | "javascript" | "windows" | "lines";

/** A piece of a file that is code, and where it stands. */
export interface Unit {
  readonly file: SourceFile;
  readonly text: string;
  readonly language: UnitLanguage;
  readonly origin: Origin;
  /** The agent runs it by itself, as its settings say; how it is written there. */
  readonly hook?: string;
  /** More of the same source was read before. */
  readonly isRest?: boolean;
  /** Line in the file of an offset in `text`. */
  lineAt(offset: number): number;
}

/** A place where code reaches what a permission stands for, or reads a variable. */
export interface AccessUse {
  readonly kind: AccessKind;
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly evidence: string;
}

/** A unit of a text that begins at an offset of its file. */
export function unitAt(
  file: SourceFile,
  text: string,
  language: UnitLanguage,
  { origin, lines, start }: { origin: Origin; lines: LineIndex; start: number },
): Unit {
  const own = indexLines(text);
  const first = lines.lineAt(start);
  return { file, text, language, origin, lineAt: (offset) => first + own.lineAt(offset) - 1 };
}

/** What of a unit was not read yet, from the beginning of a line on; null where nothing is left. */
export function restOf(unit: Unit, readTo: number): Unit | null {
  if (readTo >= unit.text.length) return null;
  const from = unit.text.lastIndexOf("\n", readTo - 1) + 1 || readTo;
  return { ...partOf(unit, from, unit.text.length), isRest: true };
}

/** A part of a unit, with its lines. */
export function partOf(unit: Unit, from: number, to: number): Unit {
  return { ...unit, text: unit.text.slice(from, to), lineAt: (offset) => unit.lineAt(offset + from) };
}

const REACH = 240;

/** The source line around an offset, for evidence; of a very long line only what is near. */
export function lineText(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - REACH), offset);
  const after = text.slice(offset, offset + REACH);
  const end = after.indexOf("\n");
  return before.slice(before.lastIndexOf("\n") + 1) + (end === -1 ? after : after.slice(0, end));
}

const MAX_OBJECT = 160;

/** A fact about a place in a unit. */
export function factOf(
  unit: Unit,
  kind: FactKind,
  { object, at, traits = [] }: { object: string; at: number; traits?: readonly string[] },
): Fact {
  return {
    kind,
    object: object.replace(/\s+/g, " ").trim().slice(0, MAX_OBJECT),
    file: unit.file.path,
    line: unit.lineAt(at),
    origin: unit.origin,
    traits: [...new Set(traits)].sort(),
    evidence: lineText(unit.text, at),
  };
}
