import { BODY_MAX_LINES } from "../constants";
import { type BodyOutline, type Heading, outlineBody } from "../document/body-outline";
import { decodeRaw } from "../document/decode-source";
import { splitLines } from "../document/lines";
import type { Finding } from "../issues/issue";
import { type Evolution, isStale, readLifecycle } from "./evolution";
import { SkillReading } from "../skill-reading";
import type { SkillFiles } from "../types";
import { booleanAt, type MapNode, nodeAt, textAt } from "../yaml/node";

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
  const reading = new SkillReading(files);
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
  const reading = new SkillReading(files);
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
function lineEndOf(text: string): string {
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

/** A SKILL.md taken apart: what the section's generator wrote, and everything else byte for byte. */
interface SplitDocument {
  /** Up to the section; the whole text when there is none. */
  before: string;
  /** What stays behind the section; "" when there is none. */
  after: string;
  hasSection: boolean;
  /** What the generator wrote; "" when there is no section. */
  section: string;
  /** A section added at the end would stand inside fenced code that nothing closes. */
  endsInFence: boolean;
  /** There are more lines than are looked through, so a section may have been missed. */
  isCut: boolean;
}

/**
 * Finds the stitched section outside fenced code (Skill Metadata §5). Only what the generator writes counts as the
 * section: the heading, the quote below it, its four headings, their bullets, the paragraph of the last. Whatever a
 * person wrote between or behind them stays. Further sections an older tool left behind are taken out the same way.
 *
 * @param raw the text as stored, any line ends. @param body its body with `\n`. @param bodyLine the line it begins on.
 */
function splitSection(raw: string, body: string, bodyLine: number): SplitDocument {
  const outline = outlineBody(body, bodyLine);
  const { endsInFence, isCut } = outline;
  const none = { before: raw, after: "", hasSection: false, section: "", endsInFence, isCut };
  if (isCut) return none;
  const lines = splitLines(raw);
  const first = outline.headings.find(isSection);
  if (first === undefined) return none;
  const generated = markGenerated(lines, outline);
  const isGenerated = (index: number) => index < first.line || generated.has(index + 1);
  const tail = lines.map((line, index) => ({ line, index })).slice(first.line - 1);
  const textOf = (wanted: boolean) =>
    tail.flatMap(({ line, index }) => (isGenerated(index) === wanted ? [line] : [])).join("");
  return {
    before: lines.slice(0, first.line - 1).join(""),
    after: textOf(false),
    hasSection: true,
    section: textOf(true),
    endsInFence,
    isCut,
  };
}

/** The lines, from 1, that the generator wrote, and the blank ones between them; one pass over the file. */
function markGenerated(lines: readonly string[], outline: BodyOutline): Set<number> {
  const headings = new Map(outline.headings.map((heading) => [heading.line, heading]));
  const prose = new Set(outline.prose.map(({ line }) => line));
  const generated = new Set<number>();
  let place: Place = "outside";
  let blanks: number[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const text = raw.trimEnd();
    place = nextPlace(place, { text, heading: headings.get(line), isProse: prose.has(line) });
    if (place === "outside" || place === "kept") blanks = [];
    else if (text === "" && place !== "in prompts") blanks.push(line);
    else {
      // blank lines belong to the section only where more of it follows
      for (const each of [...blanks, line]) generated.add(each);
      blanks = [];
    }
  }
  return generated;
}

/** Where in a section a line stands; `kept` is a person's text inside it. */
type Place = "outside" | "head" | "list" | "in list" | "prompts" | "in prompts" | "after" | "kept";

interface Line {
  text: string;
  heading: Heading | undefined;
  isProse: boolean;
}

function nextPlace(place: Place, line: Line): Place {
  const { text, heading, isProse } = line;
  if (heading !== undefined && heading.level <= 2) return isSection(heading) ? "head" : "outside";
  if (place === "outside") return place;
  if (heading?.level === 3 && heading.text === PROMPTS_TITLE) return "prompts";
  if (heading?.level === 3 && LISTS.has(heading.text)) return "list";
  if (place === "kept") return place;
  if (place === "in prompts" && !isProse) return place; // a fence is not cut in two
  if (text === "") return place === "in list" || place === "in prompts" ? "after" : place;
  return placeOfText(place, line);
}

function placeOfText(place: Place, { text, isProse }: Line): Place {
  if (place === "head" && isProse && text.startsWith(">")) return place;
  if ((place === "list" || place === "in list") && isProse && /^-(?: |$)/.test(text)) return "in list";
  if (place === "prompts" || place === "in prompts") return "in prompts";
  return isProse && /^\*Last updated\b.*\*$/.test(text) ? "after" : "kept";
}

function isSection({ level, text }: Heading): boolean {
  return level === 2 && text === SECTION_TITLE;
}

/** Heading of the section that stitching writes (Skill Metadata section 5). */
export const SECTION_TITLE = "User-Learned Best Practices & Constraints";

const NOTICE = "> Auto-Generated Section: 由 skill-evolution 维护，请勿手动编辑";

/** Headings of the parts, in the order of section 5. */
const LIST_TITLES = {
  preferences: "User Preferences",
  fixes: "Known Fixes & Workarounds",
  contexts: "Context-Specific Notes",
} as const;

const LISTS: ReadonlySet<string> = new Set(Object.values(LIST_TITLES));

const PROMPTS_TITLE = "Custom Instruction Injection";

/**
 * The lines of the section, without line ends. Empty parts are left out; with nothing to say there is no section
 * at all (Skill Metadata §5).
 */
function writeSection(evolution: Evolution): string[] {
  const parts = (["preferences", "fixes", "contexts"] as const).map((list) =>
    part(
      LIST_TITLES[list],
      foldAll(evolution[list]).map((entry) => `- ${entry}`),
    ),
  );
  parts.push(part(PROMPTS_TITLE, foldAll([evolution.customPrompts ?? ""])));
  const lines = parts.flat();
  return lines.length === 0 ? [] : [`## ${SECTION_TITLE}`, "", NOTICE, ...lines];
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `### ${title}`, ...lines];
}

/** What is the same on one line is written once, where it stands first. */
function foldAll(entries: readonly string[]): string[] {
  return [...new Set(entries.map(foldEntry))].filter((entry) => entry !== "");
}

/** Line ends of any system and every other control character, tabs too. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/u;

/** Marks of quotes, bullets and numbers: what they hold is a block of its own. */
const CONTAINERS = /^(?:(?:>|[-+*](?= )|\d{1,9}[.)](?= )) *)*/;

/**
 * What would begin another block than a paragraph: a heading or its underline, a code fence, HTML, which can hide
 * all that follows, and a link definition, which can redirect the links of the body. Rules are looked for apart.
 */
const BLOCK_START = /^(?:#|`{3}|~{3}|=+ *$|-+ *$|<[!?/A-Za-z]|\[[^\]]*\]:)/;

/**
 * An entry as one line of Markdown that is a paragraph and nothing else (Skill Metadata §5): line breaks become
 * blanks, and a mark that would begin a heading, a fence or another block is escaped with a backslash. No word is
 * lost.
 */
export function foldEntry(text: string): string {
  const line = text
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  const contentAt = CONTAINERS.exec(line)?.[0].length ?? 0;
  // what is a rule as a whole (`* * *`) is no list in a list
  const ruleAt = findRule(line);
  const at = ruleAt !== null && ruleAt <= contentAt ? ruleAt : contentAt;
  return at === ruleAt || BLOCK_START.test(line.slice(at)) ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}

/** Where the marks begin that a line ends with, three of one kind at least; null when it ends otherwise. */
function findRule(line: string): number | null {
  const mark = line.at(-1) ?? "";
  if (!"*-_".includes(mark)) return null;
  let at = line.length;
  let start = at;
  let count = 0;
  while (at > 0 && (line[at - 1] === mark || line[at - 1] === " ")) {
    at -= 1;
    if (line[at] !== mark) continue;
    count += 1;
    start = at;
  }
  return count >= 3 ? start : null;
}

/** Whether a stitched section holds a line that comes from none of these: a farther layer, or one written by hand. */
export function saysMore(section: string, known: readonly Evolution[]): boolean {
  const lines = new Set(known.flatMap(writeSection));
  return splitLines(section).some((line) => line.trim() !== "" && !lines.has(line.trimEnd()));
}
