import type { MapNode, YamlNode } from "../yaml/node";

/** What is to stand in the front matter of an export, key by key. */
export interface PlannedEntry {
  key: string;
  node: YamlNode;
  /** Members `node` has beyond what is written in the source, by the mapping that gets them. */
  added?: readonly AddedMembers[];
}

/** Members to write into a mapping; it is found by its key path below the entry, [] for the entry's own value. */
export interface AddedMembers {
  into: readonly string[];
  members: readonly (readonly [string, YamlNode])[];
}

/** A text as a node, as if it stood in quotes. */
export function textNode(value: string): YamlNode {
  return { kind: "scalar", type: "text", value, source: value, plain: false, line: 0 };
}

/** A mapping with more members; those it has already are replaced where they stand. */
export function withMembers(map: MapNode, members: readonly (readonly [string, YamlNode])[]): MapNode {
  return { ...map, entries: new Map([...map.entries, ...members]) };
}
