import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

const ENTRY = /^capabilities\[\d+\]$/;
const SNAKE_CASE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** A capability written with hyphens, blanks or capitals is written in snake_case (USK §3-4). */
export const snakeCapability: FixFinder = (source) =>
  issuesWith(source, ["FIELD_FORMAT"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    if (frontMatter === null || !ENTRY.test(issue.path)) return [];
    const node = nodeOf(frontMatter, issue.path);
    const written = findWritten(lines, frontMatter, issue.path);
    if (written === null || node?.kind !== "scalar") return [];
    const tag = node.source
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_");
    if (!SNAKE_CASE.test(tag)) return [];
    const { line, from } = written;
    return [lineFix("snake-capability", issue, { line, from, to: written.with(tag) })];
  });
