import { type FixFinder, issuesWith } from "./fix";
import { nodeOf } from "./written-value";

/** A text over more lines is left alone. */
const MAX_LINES = 40;

/** A text that a comment cuts gets quotes around all of it, on one line. */
export const quoteCut: FixFinder = ({ frontMatter, issues, lines }) =>
  issuesWith({ frontMatter, issues, lines }, ["TEXT_CUT"]).flatMap(({ code, path }) => {
    const node = frontMatter === null ? undefined : nodeOf(frontMatter, path);
    if (node?.kind !== "scalar" || node.comment === undefined || node.line < 1) return [];
    const written = (node.source + node.comment.replace(/\n[ \t]*/, " ")).trim();
    const key = /([^.[\]]+)$/.exec(path)?.[1];
    const first = node.line - 1;
    let text = "";
    for (let last = first; last < Math.min(first + MAX_LINES, lines.length); last += 1) {
      text = last === first ? (lines[last] ?? "").trimEnd() : `${text} ${(lines[last] ?? "").trim()}`;
      if (!text.endsWith(written)) continue;
      const head = text.slice(0, -written.length);
      if (!head.trimEnd().endsWith(key === undefined ? "-" : `${key}:`)) continue;
      const removed = lines.slice(first, last + 1);
      const added = [head + JSON.stringify(written)];
      return [
        {
          id: `quote-text:${path}`,
          kind: "quote-text",
          code,
          path,
          edits: [{ line: node.line, removed, added }],
        },
      ];
    }
    return [];
  });
