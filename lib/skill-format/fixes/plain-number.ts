import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

/** Digits in groups of three, as people write them. */
const GROUPED = /^\d{1,3}(?:[,_ ]\d{3})+$/;
const DIGITS = /^(?:0|[1-9]\d*)$/;

/** A whole number written with quotes or separators is written plainly: `"20,000"` becomes `20000`. */
export const plainNumber: FixFinder = (source) =>
  issuesWith(source, ["FIELD_TYPE", "FIELD_RANGE"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    if (frontMatter === null || !NUMBERS.has(issue.path)) return [];
    const node = nodeOf(frontMatter, issue.path);
    const written = findWritten(lines, frontMatter, issue.path);
    if (written === null || node?.kind !== "scalar") return [];
    const value = node.source.trim();
    const number = GROUPED.test(value) ? value.replace(/[,_ ]/g, "") : value;
    if (!DIGITS.test(number)) return [];
    const { line, from } = written;
    return [lineFix("plain-number", issue, { line, from, to: written.with(number) })];
  });

const NUMBERS: ReadonlySet<string> = new Set([
  "pricing.price_lamports",
  "runtime.timeout_seconds",
  "io.input_schema.maxProperties",
]);
