import type { MapNode, YamlNode } from "../yaml/node";

/** Longer lines are left alone: an expression over them would take long. */
export const MAX_LINE_CHARACTERS = 1_000;

/** The node a path such as `capabilities[1]`, `pricing.price_lamports` or `examples[0].name` names. */
export function nodeOf(map: MapNode, path: string): YamlNode | undefined {
  let node: YamlNode | undefined = map;
  for (const [, key, index] of path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) node = node?.kind === "list" ? node.items[Number(index)] : undefined;
    else node = node?.kind === "map" && key !== undefined ? node.entries.get(key) : undefined;
  }
  return node;
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
