import { EXO_MAX_PROPERTIES } from "../constants";
import { type MapNode, nodeAt, type YamlNode } from "../yaml/node";
import { type PlannedEntry, withMembers } from "./front-matter-plan";

/**
 * Closes `io.input_schema` as Exo SKILL.md 2 demands: `additionalProperties: false` and a `maxProperties` of at most 20.
 * It narrows what callers may send, so it is done only when the author agrees (section 1, input/output schema).
 */
export function closeInputSchema(entry: PlannedEntry): PlannedEntry {
  const { node: io } = entry;
  const input = io.kind === "map" ? nodeAt(io, "input_schema") : undefined;
  if (entry.key !== "io" || io.kind !== "map" || input?.kind !== "map") return entry;
  const members = missingKeywords(input);
  if (members.length === 0) return entry;
  const closed = withMembers(input, members);
  return {
    key: "io",
    node: withMembers(io, [["input_schema", closed]]),
    added: [{ into: ["input_schema"], members }],
  };
}

function missingKeywords(input: MapNode): [string, YamlNode][] {
  const members: [string, YamlNode][] = [];
  const open = nodeAt(input, "additionalProperties");
  if (open?.kind !== "scalar" || open.value !== false) members.push(["additionalProperties", NO]);
  const limit = nodeAt(input, "maxProperties");
  const width = limit?.kind === "scalar" ? limit.value : undefined;
  const isBounded =
    typeof width === "number" && Number.isInteger(width) && width >= 0 && width <= EXO_MAX_PROPERTIES;
  if (!isBounded) members.push(["maxProperties", LIMIT]);
  return members;
}

const NO: YamlNode = {
  kind: "scalar",
  type: "boolean",
  value: false,
  source: "false",
  plain: true,
  line: 0,
};
const LIMIT: YamlNode = {
  kind: "scalar",
  type: "number",
  value: EXO_MAX_PROPERTIES,
  source: String(EXO_MAX_PROPERTIES),
  plain: true,
  line: 0,
};
