import type { MapNode, YamlNode } from "../yaml/node";

/**
 * True when two nodes say the same, to the letter: kinds, types, the source text of every scalar. How they are laid
 * out does not count, nor does the order of keys or the spelling of null.
 */
export function isSameNode(left: YamlNode, right: YamlNode): boolean {
  if (left.kind === "scalar") {
    if (right.kind !== "scalar" || left.type !== right.type) return false;
    return left.type === "null" || left.source === right.source;
  }
  if (left.kind === "list") {
    if (right.kind !== "list" || left.items.length !== right.items.length) return false;
    return left.items.every((item, index) => {
      const other = right.items[index];
      return other !== undefined && isSameNode(item, other);
    });
  }
  return right.kind === "map" && isSameMap(left, right);
}

function isSameMap({ entries: left }: MapNode, { entries: right }: MapNode): boolean {
  if (left.size !== right.size) return false;
  for (const [key, node] of left) {
    const other = right.get(key);
    if (other === undefined || !isSameNode(node, other)) return false;
  }
  return true;
}
