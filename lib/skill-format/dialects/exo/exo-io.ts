import { EXO_MAX_PROPERTIES } from "../../constants";
import { checkGroupKeys, describeNode, findingAt, requireMap, textOf, type FindingSink } from "../../fields";
import { findSchemaFault } from "../../json-schema/check-schema";
import type { JsonSchema } from "../../types";
import { isMissing, nodeAt, toPlain, type MapNode } from "../../yaml/node";
import type { Check } from "../dialect";

/** Exo §2: the two schemas of `io`. */
export const checkIo: Check = ({ frontMatter }, report) => {
  const io = requireMap(frontMatter, "io", report);
  if (io === undefined) return;
  checkGroupKeys(io, "io", ["input_schema", "output_schema"], report);
  const input = requireMap(io, "io.input_schema", report);
  const output = requireMap(io, "io.output_schema", report);
  for (const [schema, path] of [
    [input, "io.input_schema"],
    [output, "io.output_schema"],
  ] as const) {
    if (schema === undefined) continue;
    checkObjectType(schema, path, report);
    checkProperties(schema, path, report);
    checkIsSchema(schema, path, report);
  }
  if (input !== undefined) {
    checkClosed(input, report);
    checkWidth(input, report);
  }
};

/** Exo §2: both schemas have the type `object`. */
function checkObjectType(schema: MapNode, path: string, report: FindingSink): void {
  const node = nodeAt(schema, "type");
  if (textOf(node) === "object") return;
  const message = isMissing(node)
    ? "is required and must be object"
    : `is ${describeNode(node)}; it must be object`;
  const code = isMissing(node) ? "FIELD_REQUIRED" : "FIELD_ENUM";
  report(findingAt(node ?? schema, { severity: "error", code, path: `${path}.type`, message }));
}

/** Exo §2: `properties` is a mapping in both; `{}` is allowed. */
function checkProperties(schema: MapNode, path: string, report: FindingSink): void {
  const node = nodeAt(schema, "properties");
  if (node?.kind === "map") return;
  const message = isMissing(node)
    ? "is missing; write {} when there are none"
    : `is ${describeNode(node)}; a mapping is expected`;
  const severity = isMissing(node) ? "warning" : "error";
  const code = isMissing(node) ? "RECOMMENDED_MISSING" : "FIELD_TYPE";
  report(findingAt(node ?? schema, { severity, code, path: `${path}.properties`, message }));
}

/** Exo §2: each is itself a valid JSON Schema. */
function checkIsSchema(schema: MapNode, path: string, report: FindingSink): void {
  const fault = findSchemaFault(toPlain(schema) as JsonSchema);
  if (fault === null) return;
  const message = `is not a valid JSON Schema: ${fault}`;
  report(findingAt(schema, { severity: "error", code: "SCHEMA_INVALID", path, message }));
}

/** Exo §2: no extra fields, which guards against injection. Absent counts as open. */
function checkClosed(input: MapNode, report: FindingSink): void {
  const node = nodeAt(input, "additionalProperties");
  if (node?.kind === "scalar" && node.value === false) return;
  const found = isMissing(node) ? "is missing" : `is ${describeNode(node)}`;
  report(
    findingAt(node ?? input, {
      severity: "error",
      code: "SCHEMA_OPEN",
      path: "io.input_schema.additionalProperties",
      message: `${found}; it must be false`,
    }),
  );
}

/** Exo §2: at most 20 properties, by `maxProperties` and by declaration. */
function checkWidth(input: MapNode, report: FindingSink): void {
  const path = "io.input_schema.maxProperties";
  const node = nodeAt(input, "maxProperties");
  const limit = node?.kind === "scalar" ? node.value : undefined;
  if (isMissing(node)) {
    const message = `is missing; it must be a whole number of at most ${EXO_MAX_PROPERTIES}`;
    report(findingAt(input, { severity: "warning", code: "SCHEMA_TOO_WIDE", path, message }));
  } else if (
    typeof limit !== "number" ||
    !Number.isInteger(limit) ||
    limit < 0 ||
    limit > EXO_MAX_PROPERTIES
  ) {
    const message = `is ${describeNode(node)}; a whole number from 0 to ${EXO_MAX_PROPERTIES} is expected`;
    const code = typeof limit === "number" ? "SCHEMA_TOO_WIDE" : "FIELD_TYPE";
    report(findingAt(node, { severity: "error", code, path, message }));
  }
  const properties = nodeAt(input, "properties");
  const declared = properties?.kind === "map" ? properties.entries.size : 0;
  if (declared <= EXO_MAX_PROPERTIES) return;
  const message = `${declared} properties; at most ${EXO_MAX_PROPERTIES}`;
  report(
    findingAt(properties, {
      severity: "warning",
      code: "SCHEMA_TOO_WIDE",
      path: "io.input_schema.properties",
      message,
    }),
  );
}
