import { isKebabCase } from "../dialects/tests";
import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

/** A name that only differs by capitals, blanks, underscores or dots from kebab-case is written so. */
export const kebabName: FixFinder = (source) =>
  issuesWith(source, ["FIELD_FORMAT"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    if (frontMatter === null || (issue.path !== "name" && issue.path !== "id")) return [];
    const node = nodeOf(frontMatter, issue.path);
    const written = findWritten(lines, frontMatter, issue.path);
    if (written === null || node?.kind !== "scalar") return [];
    const name = node.source
      .trim()
      .toLowerCase()
      .replace(/[\s_.-]+/g, "-")
      .replace(/^-|-$/g, "");
    if (!isKebabCase(name)) return [];
    const { line, from } = written;
    return [lineFix("kebab-name", issue, { line, from, to: written.with(name) })];
  });
