import { EXO_MAX_PROPERTIES } from "../constants";
import { nodeAt } from "../yaml/node";
import { type Fix, type FixFinder, issuesWith } from "./fix";
import { findWritten } from "./written-value";

const SCHEMA = "io.input_schema";

/** The input schema of a skill that can be bought takes no properties it does not declare (Exo §2). */
export const closeSchema: FixFinder = (source) => {
  const { frontMatter, lines } = source;
  if (frontMatter === null) return [];
  return issuesWith(source, ["SCHEMA_OPEN", "SCHEMA_TOO_WIDE"]).flatMap((issue): Fix[] => {
    const wanted = WANTED[issue.path];
    if (wanted === undefined) return [];
    const made = { id: `close-schema:${issue.path}`, kind: "close-schema" as const, ...at(issue) };
    if (nodeAt(frontMatter, ...issue.path.split(".")) !== undefined) {
      const written = findWritten(lines, frontMatter, issue.path);
      if (written === null) return [];
      const { line, from } = written;
      return [{ ...made, edits: [{ line, removed: [from], added: [written.with(wanted)] }] }];
    }
    // A new line beside the `type` of the schema, with its indentation; a schema in braces is left to its author.
    const type = nodeAt(frontMatter, ...SCHEMA.split("."), "type");
    const beside = type === undefined ? undefined : lines[type.line - 1];
    const [, indent] = /^(\s+)type\s*:\s/.exec(beside ?? "") ?? [];
    if (type === undefined || indent === undefined) return [];
    const key = issue.path.slice(SCHEMA.length + 1);
    return [
      { ...made, edits: [{ line: type.line + 1, removed: [], added: [`${indent}${key}: ${wanted}`] }] },
    ];
  });
};

const at = ({ code, path }: { code: Fix["code"]; path: string }) => ({ code, path });

const WANTED: Readonly<Record<string, string>> = {
  [`${SCHEMA}.additionalProperties`]: "false",
  [`${SCHEMA}.maxProperties`]: String(EXO_MAX_PROPERTIES),
};
