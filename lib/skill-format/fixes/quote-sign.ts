import { type FixFinder, issuesWith, lineFix } from "./fix";
import { MAX_LINE_CHARACTERS } from "./written-value";

/** A value that begins with a sign of YAML, or goes on behind its brackets or quotes, and so was meant as a text. */
const SIGN_FIRST =
  /^(\s*(?:-\s+)?[A-Za-z_][\w-]*:\s+|\s*-\s+)([@`%*].*|(?:\[[^\]]*\]|\{[^}]*\}|"[^"]*"|'[^']*')\s*[^\s#,:].*)$/;

/** A text that begins with a sign of YAML cannot stand without quotes; it gets them. */
export const quoteSign: FixFinder = (source) =>
  issuesWith(source, ["FRONTMATTER_INVALID_YAML"]).flatMap((issue) => {
    const from = source.lines[(issue.line ?? 0) - 1];
    if (from === undefined || issue.line === undefined || from.length > MAX_LINE_CHARACTERS) return [];
    const [, head, text] = SIGN_FIRST.exec(from.trimEnd()) ?? [];
    if (head === undefined || text === undefined) return [];
    return [lineFix("quote-text", issue, { line: issue.line, from, to: head + JSON.stringify(text) })];
  });
