import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

/** What YAML 1.1 took for booleans, and YAML 1.2 reads as texts (docs/dialects/differences.md). */
const MEANT: Readonly<Record<string, "true" | "false">> = {
  true: "true",
  yes: "true",
  on: "true",
  false: "false",
  no: "false",
  off: "false",
};
const GROUPS = /^(?:permissions\.(?:network|filesystem|subprocess)|annotations\.\w+Hint)$/;

/** A boolean in quotes, or one of YAML 1.1 such as `yes`, is written as `true` or `false`. */
export const plainBoolean: FixFinder = (source) =>
  issuesWith(source, ["FIELD_TYPE"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    if (frontMatter === null || !GROUPS.test(issue.path)) return [];
    const node = nodeOf(frontMatter, issue.path);
    const written = findWritten(lines, frontMatter, issue.path);
    if (written === null || node?.kind !== "scalar") return [];
    const meant = MEANT[node.source.trim().toLowerCase()];
    if (meant === undefined) return [];
    const { line, from } = written;
    return [lineFix("plain-boolean", issue, { line, from, to: written.with(meant) })];
  });
