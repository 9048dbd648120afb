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
 * The node as a JSON value. `__proto__` becomes an ordinary member. A number JSON cannot write (`.inf`, `.nan`)
 * becomes null.
 */
export function toPlain(node: YamlNode): unknown {
  if (node.kind === "list") return node.items.map(toPlain);
  if (node.kind === "map") {
    const record: Record<string, unknown> = {};
    for (const [key, value] of node.entries) setMember(record, key, toPlain(value));
    return record;
  }
  return typeof node.value === "number" && !Number.isFinite(node.value) ? null : node.value;
}

/** Sets a member without ever reaching the prototype. */
export function setMember(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    record[key] = value;
  }
}
