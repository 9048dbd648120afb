import { USK_SPEC } from "../constants";
import { mapAt, type MapNode, nodeAt, textAt } from "../yaml/node";
import { type Fix, type FixFinder, issuesWith } from "./fix";

/** A field whose only sensible value the documents name themselves is written down. */
export const defaultField: FixFinder = (source) =>
  issuesWith(source, ["RECOMMENDED_MISSING", "FIELD_REQUIRED"]).flatMap(({ code, path }): Fix[] => {
    const { frontMatter, lines } = source;
    const edit = frontMatter === null ? null : findPlace(path, frontMatter, lines);
    if (edit === null) return [];
    const edits = [{ line: edit.line, removed: [], added: [edit.text] }];
    return [{ id: `default-field:${path}`, kind: "default-field", code, path, edits }];
  });

function findPlace(path: string, frontMatter: MapNode, lines: readonly string[]) {
  if (path === "spec") return { line: 2, text: `spec: ${USK_SPEC}` };
  if (path === "platform_compatibility" && runsAnywhere(frontMatter)) {
    return { line: closingFence(lines), text: "platform_compatibility: [any]" };
  }
  if (path === "pricing.model" && mapAt(frontMatter, "pricing") !== undefined) {
    const price = nodeAt(frontMatter, "pricing", "price_lamports");
    const [, indent] = /^(\s+)price_lamports\s*:/.exec(lines[(price?.line ?? 0) - 1] ?? "") ?? [];
    if (price === undefined || indent === undefined) return null;
    return { line: price.line, text: `${indent}model: per_call` };
  }
  return null;
}

/** Only the standard input and output work on every platform without change (USK §3-7). */
function runsAnywhere(frontMatter: MapNode): boolean {
  return (
    textAt(frontMatter, "interface", "type") === "cli" &&
    textAt(frontMatter, "interface", "call_pattern") === "stdin_stdout"
  );
}

/** Line of the closing fence; a new last key stands before it. */
function closingFence(lines: readonly string[]): number {
  return lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line)) + 1;
}
