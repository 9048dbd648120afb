import { type BodyOutline, type Heading, outlineBody } from "../document/body-outline";
import { splitLines } from "../document/split-lines";
import { LIST_TITLES, PROMPTS_TITLE, SECTION_TITLE } from "./section";

/** A SKILL.md taken apart: what the section's generator wrote, and everything else byte for byte. */
export interface SplitDocument {
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
export function splitSection(raw: string, body: string, bodyLine: number): SplitDocument {
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

const LISTS: ReadonlySet<string> = new Set(Object.values(LIST_TITLES));
