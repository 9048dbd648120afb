import type { YamlNode } from "../yaml/node";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A value as one text: a scalar as it was written, a list or mapping as compact JSON. Numbers keep every digit that
 * was written (`18446744073709551615`, `1.10`); one JSON cannot write becomes its text.
 */
export function toText(node: YamlNode): string {
  return node.kind === "scalar" ? node.source : toJson(node);
}

function toJson(node: YamlNode): string {
  if (node.kind === "list") return `[${node.items.map(toJson).join(",")}]`;
  if (node.kind === "map") {
    const members = [...node.entries].map(([key, value]) => `${JSON.stringify(key)}:${toJson(value)}`);
    return `{${members.join(",")}}`;
  }
  if (node.type === "null") return "null";
  if (node.type === "boolean") return String(node.value);
  return node.type === "number" && JSON_NUMBER.test(node.source) ? node.source : JSON.stringify(node.source);
}
