import { type FixFinder, issuesWith, lineFix } from "./fix";
import { MAX_LINE_CHARACTERS } from "./written-value";

/** `description: Use it when: …` at the top level: a plain text that holds a colon and a blank. */
const COLON_IN_TEXT = /^([A-Za-z_][\w-]*):\s+([^"'[{|>&*!%@`#\s][^#]*:\s.*?)\s*$/;

/** A text with `: ` inside cannot stand without quotes in YAML; it gets them. */
export const quoteColon: FixFinder = (source) =>
  issuesWith(source, ["FRONTMATTER_INVALID_YAML"]).flatMap((issue) => {
    const from = source.lines[(issue.line ?? 0) - 1];
    if (from !== undefined && from.length > MAX_LINE_CHARACTERS) return [];
    const [, key, text] = COLON_IN_TEXT.exec(from ?? "") ?? [];
    if (from === undefined || issue.line === undefined || key === undefined || text === undefined) return [];
    return [lineFix("quote-colon", issue, { line: issue.line, from, to: `${key}: ${JSON.stringify(text)}` })];
  });
