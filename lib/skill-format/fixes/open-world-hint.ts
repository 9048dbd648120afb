import { booleanAt } from "../yaml/node";
import { type FixFinder, lineFix } from "./fix";
import { findWritten } from "./written-value";

const HINT = "annotations.openWorldHint";
const SAID_AT: ReadonlySet<string> = new Set([HINT, "permissions.network"]);

/** A skill that declares network access says so in its hint too: the stricter of two contradicting statements wins. */
export const openWorldHint: FixFinder = ({ frontMatter, issues, lines }) => {
  const issue = issues.find(({ code, path }) => code === "PERMISSION_MISMATCH" && SAID_AT.has(path));
  if (issue === undefined || frontMatter === null) return [];
  if (booleanAt(frontMatter, "permissions", "network") !== true) return [];
  const written = findWritten(lines, frontMatter, HINT);
  if (written === null) return [];
  const { line, from } = written;
  return [lineFix("open-world-hint", { ...issue, path: HINT }, { line, from, to: written.with("true") })];
};
