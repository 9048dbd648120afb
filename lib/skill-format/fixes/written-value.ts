import { nodeAt, type MapNode, type YamlNode } from "../yaml/node";

/** Longer lines are left alone: an expression over them would take long. */
export const MAX_LINE_CHARACTERS = 1_000;

/** The node a path such as `capabilities[1]` or `pricing.price_lamports` names. */
export function nodeOf(map: MapNode, path: string): YamlNode | undefined {
  const [, keys = "", index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(path) ?? [];
  const node = nodeAt(map, ...keys.split("."));
  if (index === undefined) return node;
  return node?.kind === "list" ? node.items[Number(index)] : undefined;
}

export interface WrittenValue {
  /** From 1. */
  line: number;
  from: string;
  /** The line with another value in the place of the written one. */
  with: (value: string) => string;
}

/**
 * Where the scalar of a path stands, when it stands on one line and only once there: as `key: value`, in a block or in
 * braces, or as an entry of a list. Null otherwise; a text that is not found for certain is not changed.
 */
export function findWritten(lines: readonly string[], map: MapNode, path: string): WrittenValue | null {
  const node = nodeOf(map, path);
  if (node?.kind !== "scalar" || node.line < 1) return null;
  const from = lines[node.line - 1];
  if (from === undefined || from.length > MAX_LINE_CHARACTERS) return null;
  const value = escape(node.source.trim());
  const written = `("${value}"|'${value}'|${value})`;
  const key = /^(?:.*\.)?([^.[\]]+)$/.exec(path)?.[1];
  const before = key === undefined ? "(?<=[[,]\\s*|-\\s+)" : `(?<=(?:^|[\\s{,])${escape(key)}\\s*:\\s+)`;
  const after = "(?=\\s*(?:[,}\\]]|$)|\\s+#)";
  const found = [...from.matchAll(new RegExp(before + written + after, "g"))];
  const [only] = found;
  if (found.length !== 1 || only === undefined) return null;
  const end = only.index + only[0].length;
  return {
    line: node.line,
    from,
    with: (replacement) => from.slice(0, only.index) + replacement + from.slice(end),
  };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
