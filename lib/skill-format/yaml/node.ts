/** A YAML text as typed nodes: each value keeps how it was written and where. */
export type YamlNode = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: "scalar";
  readonly type: "null" | "boolean" | "number" | "text";
  readonly value: null | boolean | number | string;
  /** The value as text: what was written for a number, boolean or null (`1.0` stays `1.0`), else the text itself. */
  readonly source: string;
  /** Written without quotes, block indicator or tag, so that a reader may take it for another type. */
  readonly plain: boolean;
  /**
   * The comment behind a plain value, from the end of the value to the end of the comment's line: ` # like this`. A
   * value of nothing has one too.
   */
  readonly comment?: string;
  /** What YAML takes from the front of a text and nothing asks for: `&Co.`, an anchor that no alias repeats, or `!`. */
  readonly dropped?: string;
  readonly style?: NodeStyle;
  /** Line of the file, from 1; 0 when it lies in another file than the one reported on. */
  readonly line: number;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly YamlNode[];
  readonly line: number;
  readonly style?: NodeStyle;
}

export interface MapNode {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, YamlNode>;
  readonly line: number;
  readonly style?: NodeStyle;
}

/** What a strict reader of YAML refuses in a node, should there be any of it. */
export type NodeStyle = "flow" | "anchor" | "tag";

export const EMPTY_MAP: MapNode = { kind: "map", entries: new Map(), line: 0 };

/** A missing node and a null (`null`, `~` or nothing) are the same thing. */
export function isMissing(node: YamlNode | undefined): node is undefined {
  return node === undefined || (node.kind === "scalar" && node.type === "null");
}

/** Missing, or a text of blanks alone, which says as little. */
export function isMissingOrBlank(node: YamlNode | undefined): node is undefined {
  return isMissing(node) || (node.kind === "scalar" && node.source.trim() === "");
}

/** The node at a key path; undefined when a step is missing, null or no mapping. */
export function nodeAt(map: MapNode, ...keys: readonly string[]): YamlNode | undefined {
  let node: YamlNode | undefined = map;
  for (let at = 0; at < keys.length; at += 1) {
    if (node?.kind !== "map") return undefined;
    node = node.entries.get(keys[at] ?? "");
  }
  return isMissing(node) ? undefined : node;
}

/**
 * The node as a JSON value. A number JSON cannot write (`.inf`, `.nan`)
 * becomes null.
 */
export function toPlain(node: YamlNode): unknown {
  if (node.kind === "list") return node.items.map(toPlain);
  if (node.kind === "map") return toRecord(node, toPlain);
  return typeof node.value === "number" && !Number.isFinite(node.value) ? null : node.value;
}

/** The entries of a mapping as members; no key ever reaches the prototype. */
export function toRecord<Value>(map: MapNode, read: (node: YamlNode) => Value): Record<string, Value> {
  return Object.fromEntries(Array.from(map.entries, ([key, node]) => [key, read(node)]));
}

/** The text of a scalar, trimmed; a number, boolean or null gives what was written. Undefined for list or mapping. */
export function textOf(node: YamlNode | undefined): string | undefined {
  return isMissing(node) || node.kind !== "scalar" ? undefined : node.source.trim();
}

/** The text at a key path; undefined when missing, empty or no scalar. */
export function textAt(map: MapNode, ...keys: readonly string[]): string | undefined {
  return textOf(nodeAt(map, ...keys)) || undefined;
}

/** The entries of a list that are texts, trimmed, empty ones left out; [] for anything but a list. */
export function textsAt(map: MapNode, ...keys: readonly string[]): string[] {
  const node = nodeAt(map, ...keys);
  return node?.kind === "list" ? textsOf(node) : [];
}

/** The texts of a list, trimmed; entries that are empty or no text are left out. */
export function textsOf(list: ListNode): string[] {
  return list.items.flatMap((item) => textOf(item) || []);
}

/** The boolean at a key path; undefined for anything but `true` and `false` without quotes. */
export function booleanAt(map: MapNode, ...keys: readonly string[]): boolean | undefined {
  const node = nodeAt(map, ...keys);
  return node?.kind === "scalar" && typeof node.value === "boolean" ? node.value : undefined;
}

/** The value of a number that is finite; undefined for any other node. */
export function finiteNumberOf(node: YamlNode | undefined): number | undefined {
  const value = node?.kind === "scalar" ? node.value : undefined;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The mapping at a key path; undefined for anything else. */
export function mapAt(map: MapNode, ...keys: readonly string[]): MapNode | undefined {
  const node = nodeAt(map, ...keys);
  return node?.kind === "map" ? node : undefined;
}

/** What a node is, in words for a message. */
export function describeNode(node: YamlNode): string {
  if (node.kind === "list") return "a list";
  if (node.kind === "map") return "a mapping";
  return node.type === "text" ? `the text ${quote(node.source)}` : `the ${node.type} ${node.source}`;
}

/** A value for a message, cut when long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`;
}
