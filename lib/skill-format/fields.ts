import type { Finding, IssueCode, Severity } from "./issues/issue";
import {
  isMissing,
  isMissingOrBlank,
  nodeAt,
  type ListNode,
  type MapNode,
  type ScalarNode,
  type YamlNode,
} from "./yaml/node";

/** Where a check leaves what it finds. */
export type FindingSink = (finding: Finding) => void;

/** A YAML 1.1 date or date-time, which an older reader would take for a date. */
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}[-+:.,\dZz \t]*)?$/;

/** The text of a scalar, trimmed; a number, boolean or null gives what was written. Undefined for list or mapping. */
export function textOf(node: YamlNode | undefined): string | undefined {
  return isMissing(node) || node.kind !== "scalar" ? undefined : node.source.trim();
}

/** The text at a key path; undefined when missing, empty or no scalar. */
export function textAt(map: MapNode, ...keys: readonly string[]): string | undefined {
  const text = textOf(nodeAt(map, ...keys));
  return text === "" ? undefined : text;
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

/** The mapping at a key path; undefined for anything else. */
export function mapAt(map: MapNode, ...keys: readonly string[]): MapNode | undefined {
  const node = nodeAt(map, ...keys);
  return node?.kind === "map" ? node : undefined;
}

/** Of an entry of a list that must hold texts. */
export const EMPTY_ENTRY = "is empty; write a text, or leave the entry out";

/** A number, boolean or date without quotes where a text is expected. */
function isCoerced(node: ScalarNode): boolean {
  return node.type === "text" ? node.plain && TIMESTAMP.test(node.source) : node.type !== "null";
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

/** One finding at a node, with its line when it stands in the checked file. */
export function findingAt(
  node: YamlNode | undefined,
  { severity, code, path, message }: { severity: Severity; code: IssueCode; path: string; message: string },
): Finding {
  const line = node?.line ?? 0;
  return line === 0 ? { severity, code, path, message } : { severity, code, path, message, line };
}

/** How a field that should be a text is to be judged. */
export interface TextRule {
  required?: boolean;
  /** Severity of a list or mapping in its place; `error` if left out. */
  typeSeverity?: Severity;
  /** Dates stay text without a word (Skill Metadata §2.2). */
  quietCoercion?: boolean;
}

/** Reports a text field that is missing, of another type, or coerced from a number, boolean or date. */
export function checkText(
  parent: MapNode,
  path: string,
  report: FindingSink,
  { required = false, typeSeverity = "error", quietCoercion = false }: TextRule = {},
): void {
  const node = nodeAt(parent, lastKey(path));
  if (isMissingOrBlank(node)) {
    if (required) reportRequired(node, path, report);
    return;
  }
  if (node.kind !== "scalar") {
    reportType(node, path, "a text", report, typeSeverity);
  } else if (!quietCoercion && isCoerced(node)) {
    reportCoerced(node, path, report);
  }
}

/** Reports a field that is present and is no list of texts, entry by entry; an entry of blanks alone is none. */
export function checkTextList(
  parent: MapNode,
  path: string,
  report: FindingSink,
  severity: Severity = "error",
): void {
  const node = nodeAt(parent, lastKey(path));
  if (isMissing(node)) return;
  if (node.kind !== "list") {
    reportType(node, path, "a list of texts", report, severity);
    return;
  }
  checkTexts(node, path, report, severity);
}

/** Reports the entries of a list that are no texts, or texts of blanks alone. */
export function checkTexts(list: ListNode, path: string, report: FindingSink, severity: Severity): void {
  list.items.forEach((item, index) => {
    const itemPath = `${path}[${index}]`;
    if (item.kind === "scalar" && item.source.trim() === "") {
      report(findingAt(item, { severity, code: "FIELD_REQUIRED", path: itemPath, message: EMPTY_ENTRY }));
    } else if (item.kind !== "scalar" || item.type === "null") {
      reportType(item, itemPath, "a text", report, severity);
    } else if (isCoerced(item)) reportCoerced(item, itemPath, report);
  });
}

/** Reports a field that is present and is neither `true` nor `false` (quotes, `yes` and `1` are no boolean). */
export function checkBoolean(
  parent: MapNode,
  path: string,
  report: FindingSink,
  severity: Severity = "error",
): void {
  const node = nodeAt(parent, lastKey(path));
  if (isMissing(node) || (node.kind === "scalar" && node.type === "boolean")) return;
  reportType(node, path, "true or false", report, severity);
}

/** Reports a required mapping that is missing or something else; gives the mapping when there is one. */
export function requireMap(parent: MapNode, path: string, report: FindingSink): MapNode | undefined {
  const node = nodeAt(parent, lastKey(path));
  if (isMissing(node)) {
    reportRequired(node, path, report);
    return undefined;
  }
  if (node.kind === "map") return node;
  reportType(node, path, "a mapping", report, "error");
  return undefined;
}

/** Reports an optional field that is present and no mapping; gives the mapping when there is one. */
export function optionalMap(
  parent: MapNode,
  path: string,
  report: FindingSink,
  severity: Severity = "error",
): MapNode | undefined {
  const node = nodeAt(parent, lastKey(path));
  if (isMissing(node)) return undefined;
  if (node.kind === "map") return node;
  reportType(node, path, "a mapping", report, severity);
  return undefined;
}

/** Reports keys of a closed group that its specification does not name. */
export function checkGroupKeys(
  group: MapNode,
  path: string,
  known: readonly string[],
  report: FindingSink,
): void {
  for (const [key, node] of group.entries) {
    if (known.includes(key)) continue;
    const message = `not a key of ${path}; the keys are ${known.join(", ")}`;
    report(findingAt(node, { severity: "warning", code: "FIELD_UNKNOWN", path: `${path}.${key}`, message }));
  }
}

/** Reports a missing required field. */
export function reportRequired(node: YamlNode | undefined, path: string, report: FindingSink): void {
  report(findingAt(node, { severity: "error", code: "FIELD_REQUIRED", path, message: "is required" }));
}

function reportCoerced(node: ScalarNode, path: string, report: FindingSink): void {
  const message = `${describeNode(node)} has no quotes and is read as the text ${quote(node.source)}`;
  report(findingAt(node, { severity: "warning", code: "FIELD_COERCED", path, message }));
}

/** Reports a value of the wrong kind. */
export function reportType(
  node: YamlNode,
  path: string,
  expected: string,
  report: FindingSink,
  severity: Severity,
): void {
  const message = `is ${describeNode(node)}; ${expected} is expected`;
  report(findingAt(node, { severity, code: "FIELD_TYPE", path, message }));
}

function lastKey(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? path : path.slice(dot + 1);
}
