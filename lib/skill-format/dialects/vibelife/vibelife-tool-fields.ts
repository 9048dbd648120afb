import {
  checkBoolean,
  checkText,
  describeNode,
  findingAt,
  quote,
  reportRequired,
  reportType,
  textAt,
  textOf,
  type FindingSink,
} from "../../fields";
import { isMissing, nodeAt, type MapNode, type YamlNode } from "../../yaml/node";

const TOOL_TYPES = ["collect", "compute", "display"] as const;

/** Prefix of a tool's name by its type (VibeLife §4). */
const NAME_PREFIX: ReadonlyMap<string, string> = new Map([
  ["collect", "collect_"],
  ["compute", "calculate_"],
  ["display", "show_"],
]);

const REQUIRED = { required: true } as const;

/** VibeLife §4: the fields of a tool and of its parameters, reported by their paths in the tool. */
export function checkToolFields(tool: MapNode, report: FindingSink): void {
  checkText(tool, "name", report, REQUIRED);
  checkText(tool, "type", report, REQUIRED);
  checkText(tool, "description", report, REQUIRED);
  checkText(tool, "when_to_call", report, REQUIRED);
  const type = textAt(tool, "type");
  if (type !== undefined && !TOOL_TYPES.some((allowed) => allowed === type)) {
    const message = `${quote(type)} is not one of ${TOOL_TYPES.join(", ")}`;
    report(
      findingAt(nodeAt(tool, "type"), {
        severity: "error",
        code: "FIELD_ENUM",
        path: "type",
        message,
      }),
    );
  }
  const parameters = nodeAt(tool, "parameters");
  if (isMissing(parameters)) reportRequired(tool, "parameters", report);
  else if (parameters.kind !== "list") {
    reportType(parameters, "parameters", "a list of parameters", report, "error");
  } else {
    parameters.items.forEach((item, index) => checkParameter(item, `parameters[${index}]`, report));
  }
}

/** VibeLife §4: a parameter has a name, a type, and says whether it is required. */
function checkParameter(item: YamlNode, path: string, report: FindingSink): void {
  if (item.kind !== "map") {
    reportType(item, path, "a parameter (a mapping)", report, "error");
    return;
  }
  checkText(item, `${path}.name`, report, REQUIRED);
  checkText(item, `${path}.type`, report, REQUIRED);
  if (isMissing(nodeAt(item, "required"))) reportRequired(item, `${path}.required`, report);
  checkBoolean(item, `${path}.required`, report);
}

/** VibeLife §4: which card a tool shows. */
export function checkToolCard(tool: MapNode, id: string | undefined, report: FindingSink): void {
  const type = textAt(tool, "type");
  const node = nodeAt(tool, "card_type");
  const card = textOf(node);
  const cardPath = "card_type";
  const found = node === undefined ? "is missing" : `is ${describeNode(node)}`;
  if (type === "collect" && card !== "collect_form") {
    const message = `${found}; a collect tool has the card collect_form`;
    report(findingAt(node ?? tool, { severity: "error", code: "FIELD_ENUM", path: cardPath, message }));
  } else if (type === "display" && (card === undefined || card === "")) {
    report(
      findingAt(node ?? tool, { severity: "error", code: "FIELD_REQUIRED", path: cardPath, message: found }),
    );
  } else if (
    type === "display" &&
    id !== undefined &&
    card !== `${toSnakeCase(id)}_chart` &&
    card !== `${id}_chart`
  ) {
    const message = `${found}; ${toSnakeCase(id)}_chart is expected`;
    report(findingAt(node, { severity: "warning", code: "FIELD_FORMAT", path: cardPath, message }));
  } else if (type === "compute" && node !== undefined) {
    const message = `${found}; a compute tool has no card`;
    report(findingAt(node, { severity: "error", code: "FIELD_UNSUPPORTED", path: cardPath, message }));
  }
}

/** VibeLife §4: `collect_<id>_info`, `calculate_<id>`, `show_<id>_chart`, the hyphens of the id written `_`. */
export function checkToolNaming(tool: MapNode, id: string | undefined, report: FindingSink): void {
  const name = textAt(tool, "name");
  const prefix = NAME_PREFIX.get(textAt(tool, "type") ?? "");
  if (name === undefined || prefix === undefined || id === undefined) return;
  if (name.startsWith(prefix) && name.includes(toSnakeCase(id))) return;
  const message = `${quote(name)} does not follow ${prefix}${toSnakeCase(id)}`;
  report(
    findingAt(nodeAt(tool, "name"), {
      severity: "warning",
      code: "FIELD_FORMAT",
      path: "name",
      message,
    }),
  );
}

function toSnakeCase(id: string): string {
  return id.replaceAll("-", "_");
}
