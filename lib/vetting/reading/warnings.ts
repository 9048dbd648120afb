import { VOCABULARY, wordPattern } from "../vocabulary/data";

const WARNING = wordPattern(VOCABULARY.words["warning"] ?? []);
/** The same words where they press: "don't forget to", "if it does not work", "never skip". */
const URGING = [
  /\b(?:never|do not|don'?t)\s+(?:forget|skip|miss|omit|hesitate|worry|wait)\b|不要(?:忘|跳过|错过)|잊지\s?마/gi,
  /\b(?:if|when|unless|in case|should|because|since)\b[^.;:\n]{0,60}?\b(?:do(?:es)? not|don'?t|wrong|bad|block(?:s|ed)?|den(?:y|ied)|reject(?:s|ed)?)\b/gi,
];
const WARNING_REACH = 600;
const HEADING = /^#/;
/** How a line of a list, a table or a quotation begins, and an empty one. */
export const LISTED = /^\s*(?:[-*+>|]|\d{1,3}[.)]\s|$)/;

const warns = (text: string) =>
  WARNING.test(URGING.reduce((rest, pattern) => rest.replace(pattern, " "), text));

/** True if the last heading, the lines right before or the line itself say that a block is a thing to beware of. */
export function isDiscussed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - WARNING_REACH), start);
  const paragraph = before.slice(
    Math.max(before.lastIndexOf("\n#"), before.lastIndexOf("\n\n", before.length - 3), 0),
  );
  const [own = ""] = text.slice(start, start + WARNING_REACH).split("\n", 1);
  return [paragraph, lastHeading(before), own].some(warns);
}

/**
 * The same of what stands within a sentence: that sentence says so, the heading, or what introduces the list or table that it
 * stands in. A sentence beside it is about something else.
 */
export function isDiscussedInline(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - WARNING_REACH), start);
  const after = text.slice(start, start + WARNING_REACH);
  const from = Math.max(before.lastIndexOf("\n"), ...Array.from(before.matchAll(SENTENCE_END), endOf));
  const [rest = ""] = after.split(/\n|(?<=[.!?。！？]["'`)*]{0,3})\s/, 1);
  const lines = before.slice(0, before.lastIndexOf("\n") + 1).split("\n");
  const own = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const lead = LISTED.test(own) ? introduction(lines) : "";
  return [before.slice(from + 1) + rest, lastHeading(before), lead].some(warns);
}

const SENTENCE_END = /[.!?](?=\s)|[。！？]/g;
const endOf = ({ index }: RegExpExecArray) => index;

const lastHeading = (before: string) => before.split("\n").findLast((line) => HEADING.test(line)) ?? "";

/** The line above a list, and its first line: of a table that is the head. */
function introduction(lines: readonly string[]): string {
  const at = lines.findLastIndex((line) => !LISTED.test(line));
  const first = lines.slice(at + 1).find((line) => /\w/.test(line)) ?? "";
  return `${lines[at] ?? ""}\n${first}`;
}
