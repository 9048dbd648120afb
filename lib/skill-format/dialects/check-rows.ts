import { EMPTY_ENTRY, type Findings, type Severity } from "../issues/issue";
import type { SkillView } from "../skill-reading";
import {
  describeNode,
  isMissing,
  isMissingOrBlank,
  type ListNode,
  type MapNode,
  nodeAt,
  quote,
  type ScalarNode,
  textOf,
  type YamlNode,
} from "../yaml/node";
import type { Kind, Place, Row, Test } from "./dialect";

/** The mapping that rows look at, and where they leave what they find. */
interface Subject {
  map: MapNode;
  view: SkillView;
  findings: Findings;
}

/** Checks a mapping against all rows of a table. */
export function checkRows(rows: readonly Row[], subject: Subject): void {
  for (const row of rows) checkRow(row, rows, subject);
}

/** Checks one field: is it there, is it of its kind, does it pass its tests. `table` has the rows below it. */
export function checkRow(row: Row, table: readonly Row[], { map, view, findings }: Subject): void {
  const keys = row.path.split(".");
  const key = keys.pop() ?? "";
  const parent = keys.length === 0 ? map : nodeAt(map, ...keys);
  if (parent?.kind !== "map") return;
  const node = row.kind === "written" ? parent.entries.get(key) : nodeAt(parent, key);
  const at: Place = { path: row.path, node, parent, view };
  if (node === undefined || isBlank(node, row.kind)) {
    const where = node ?? (parent === view.frontMatter ? undefined : parent);
    if (row.required) findings.error("FIELD_REQUIRED", row.path, "is required", where);
    if (row.missing) runTest(row.missing, "", at, findings, where);
    return;
  }
  if (!KINDS[row.kind]({ node, row, table, findings })) return;
  for (const test of row.tests ?? []) runTest(test, textOf(node) ?? "", at, findings, node);
  if (row.each === undefined || node.kind !== "list") return;
  node.items.forEach((item, index) => {
    const text = textOf(item) ?? "";
    const place = { ...at, path: `${row.path}[${index}]`, node: item };
    if (text !== "") for (const test of row.each ?? []) runTest(test, text, place, findings, item);
  });
}

function runTest(
  { code, severity = "error", fault }: Test,
  text: string,
  at: Place,
  findings: Findings,
  where?: YamlNode,
): void {
  const message = fault(text, at);
  if (message !== null) findings.add(severity, code, at.path, message, where);
}

/** A text of blanks says as little as none; what is written as `null` is a text to the reference implementation. */
function isBlank(node: YamlNode, kind: Kind): boolean {
  if (kind === "written") return node.kind === "scalar" && node.source.trim() === "";
  return (kind === "text" || kind === "tools") && isMissingOrBlank(node);
}

interface KindCheck {
  node: YamlNode;
  row: Row;
  table: readonly Row[];
  findings: Findings;
}

/** Reports a value of another kind; true where the value can be tested. */
const KINDS: Readonly<Record<Kind, (check: KindCheck) => boolean>> = {
  text: ({ node, row, findings }) => {
    if (node.kind !== "scalar") return isOther(node, row, "a text", findings);
    if (!row.quiet && isCoerced(node)) reportCoerced(node, row.path, findings);
    return true;
  },
  written: ({ node, row, findings }) => node.kind === "scalar" || isOther(node, row, "a text", findings),
  number: ({ node, row, findings }) =>
    (node.kind === "scalar" && node.type === "number") ||
    isOther(node, row, "a number without quotes", findings),
  boolean: ({ node, row, findings }) =>
    (node.kind === "scalar" && node.type === "boolean") || isOther(node, row, "true or false", findings),
  texts: ({ node, row, findings }) => {
    if (node.kind !== "list") return isOther(node, row, "a list of texts", findings);
    checkTexts(node, row, findings);
    return true;
  },
  tags: (check) => {
    if (check.node.kind !== "scalar") return KINDS.texts(check);
    const message = "is a text; it is split at its commas, a list is expected";
    check.findings.warning("FIELD_COERCED", check.row.path, message, check.node);
    return false;
  },
  tools: (check) => {
    const { node, findings } = check;
    if (node.kind !== "list") return KINDS.text(check);
    const row = { ...check.row, otherKind: "warning" } as const;
    isOther(node, row, "a text", findings);
    checkTexts(node, row, findings);
    return false;
  },
  list: ({ node, row, findings }) => node.kind === "list" || isOther(node, row, "a list", findings),
  mapping: ({ node, row, findings }) => node.kind === "map" || isOther(node, row, "a mapping", findings),
  group: ({ node, row, table, findings }) => {
    if (node.kind !== "map") return isOther(node, row, "a mapping", findings);
    checkGroupKeys(node, row.path, keysBelow(table, row.path), findings);
    return true;
  },
  any: () => true,
};

function isOther(node: YamlNode, row: Row, expected: string, findings: Findings): false {
  reportType(node, row.path, row.expected ?? expected, findings, row.otherKind);
  return false;
}

/** Reports a value of the wrong kind. */
export function reportType(
  node: YamlNode,
  path: string,
  expected: string,
  findings: Findings,
  severity: Severity = "error",
): void {
  findings.add(severity, "FIELD_TYPE", path, `is ${describeNode(node)}; ${expected} is expected`, node);
}

/** Reports the entries of a list that are no texts, or texts of blanks alone. */
function checkTexts(list: ListNode, { path, otherKind = "error" }: Row, findings: Findings): void {
  list.items.forEach((item, index) => {
    const at = `${path}[${index}]`;
    if (item.kind === "scalar" && item.source.trim() === "") {
      findings.add(otherKind, "FIELD_REQUIRED", at, EMPTY_ENTRY, item);
    } else if (item.kind !== "scalar" || isMissing(item)) {
      reportType(item, at, "a text", findings, otherKind);
    } else if (isCoerced(item)) reportCoerced(item, at, findings);
  });
}

function checkGroupKeys(group: MapNode, path: string, known: readonly string[], findings: Findings): void {
  for (const [key, node] of group.entries) {
    if (known.includes(key)) continue;
    const message = `not a key of ${path}; the keys are ${known.join(", ")}`;
    findings.warning("FIELD_UNKNOWN", `${path}.${key}`, message, node);
  }
}

/** Keys of a mapping that have a row, in their order; "" for the top. */
export function keysBelow(table: readonly Row[], path: string): string[] {
  const prefix = path === "" ? "" : `${path}.`;
  return table.flatMap((row) => {
    const key = row.path.startsWith(prefix) ? row.path.slice(prefix.length) : "";
    return key === "" || key.includes(".") ? [] : key;
  });
}

/** A YAML 1.1 date or date-time, which an older reader would take for a date. */
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}[-+:.,\dZz \t]*)?$/;

/** A number, boolean or date without quotes where a text is expected. */
function isCoerced(node: ScalarNode): boolean {
  return node.type === "text" ? node.plain && TIMESTAMP.test(node.source) : node.type !== "null";
}

function reportCoerced(node: ScalarNode, path: string, findings: Findings): void {
  const message = `${describeNode(node)} has no quotes and is read as the text ${quote(node.source)}`;
  findings.warning("FIELD_COERCED", path, message, node);
}
