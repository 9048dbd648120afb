import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

/**
 * A number, boolean or date that is meant as a text gets its quotes, so that no reader takes it for something
 * else.
 */
export const quoteText: FixFinder = (source) =>
  issuesWith(source, ["FIELD_COERCED"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    const node = frontMatter === null ? undefined : nodeOf(frontMatter, issue.path);
    if (frontMatter === null || node?.kind !== "scalar" || !node.plain) return [];
    const written = findWritten(lines, frontMatter, issue.path);
    if (written === null) return [];
    const { line, from } = written;
    return [lineFix("quote-text", issue, { line, from, to: written.with(`"${node.source}"`) })];
  });
