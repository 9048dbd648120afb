import type { FindingSink } from "../../fields";
import type { Finding, IssueCode } from "../../issues/issue";
import { readHandlers, type ToolHandler } from "../../vibelife/read-handlers";
import { readCompanionText } from "../companion-file";
import type { Check, DialectView } from "../dialect";
import { listTools } from "./vibelife-tool-names";
import { TOOLS_FILE } from "./vibelife-tools";

export const HANDLERS_FILE = "tools/handlers.py";
export const ROUTING_FILE = "routing.yaml";

/** VibeLife §3: the files every skill has. */
export const checkStructure: Check = ({ files }, report) => {
  const required: [string, IssueCode][] = [
    ["rules/_index.md", "FILE_NOT_FOUND"],
    [TOOLS_FILE, "TOOLS_FILE_MISSING"],
    [HANDLERS_FILE, "FILE_NOT_FOUND"],
  ];
  for (const [path, code] of required) {
    if (files.has(path)) continue;
    report({ severity: "error", code, path, message: "is required and not in the package" });
  }
};

/** VibeLife §2.2, §3: the rule files of the capability table exist. */
export const checkRuleFiles: Check = (view, report) => {
  const seen = new Set<string>();
  for (const { text, line } of capabilityTable(view)) {
    for (const [path] of text.matchAll(/rules\/[^\s`|)\]]{1,150}?\.md/g)) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (view.files.has(path)) continue;
      report({
        severity: "error",
        code: "FILE_NOT_FOUND",
        path,
        message: "is named in the body and not in the package",
        line,
      });
    }
  }
};

/** Rows of tables: the capability index and whatever else names rule files. */
function capabilityTable(view: DialectView) {
  return view.outline().prose.filter(({ text }) => text.includes("|") && text.includes("rules/"));
}

/** VibeLife §5: the handlers, as far as reading the file without running it can tell. */
export const checkHandlers: Check = (view, report) => {
  const companion = readCompanionText(view.files, HANDLERS_FILE);
  companion?.findings.forEach(report);
  const tools = listTools(view);
  if (companion?.text === undefined || tools === null) return;
  const reading = readHandlers(companion.text);
  if (!reading.ok) {
    const message = "cannot be read as Python from this line on, so its handlers were not looked at";
    emit(report, { severity: "warning", code: "FILE_INVALID", message, line: reading.line });
    return;
  }
  const names = new Set(reading.handlers.map(({ tool }) => tool));
  for (const { name, type } of tools) {
    if (type !== "compute" || names.has(name)) continue;
    emit(report, { severity: "warning", code: "HANDLER_MISSING", message: `no @tool_handler("${name}")` });
  }
  const types = new Map(tools.map(({ name, type }) => [name, type]));
  for (const handler of reading.handlers) checkHandler(handler, types.get(handler.tool), report);
};

/** VibeLife §5: the form is a rule of the document; what the function does can only be guessed at. */
function checkHandler(
  { tool, line, isAsync, parameters, words }: ToolHandler,
  type: string | undefined,
  report: FindingSink,
): void {
  if (type === undefined) {
    const message = `@tool_handler("${tool}") is for a tool that ${TOOLS_FILE} does not have`;
    emit(report, { severity: "warning", code: "HANDLER_UNKNOWN", message, line });
  }
  if (!isAsync || !["args", "context"].every((name) => parameters.includes(name))) {
    const message = `the handler of ${tool} is no async function of args and context`;
    emit(report, { severity: "error", code: "HANDLER_INVALID", message, line });
  }
  if (type !== "compute") return;
  if (!words.has("show_card")) {
    const message = `the handler of ${tool} does not leave the display to show_card`;
    emit(report, { severity: "warning", code: "HANDLER_DISPLAY", message, line });
  }
  if (!words.has("error")) {
    const message = `the handler of ${tool} gives no status "error" when it lacks data`;
    emit(report, { severity: "warning", code: "HANDLER_FAIL_FAST", message, line });
  }
}

function emit(report: FindingSink, finding: Omit<Finding, "path">): void {
  report({ ...finding, path: HANDLERS_FILE });
}

/** VibeLife §1.1, §6: what V9 has no use for any more. `triggers` stays. */
export const checkLegacyConfig: Check = (view, report) => {
  const companion = view.companionYaml(ROUTING_FILE);
  // the file itself belongs to V12, so nothing in it can make a V9 skill invalid but what must be gone
  for (const finding of companion?.findings ?? []) report({ ...finding, severity: "warning" });
  for (const [key, node] of companion?.map?.entries ?? []) {
    const removed = key === "includes" || key === "skill_data";
    if (!removed && key !== "global_tools" && !key.startsWith("requires_")) continue;
    const message = "is left over from V12; V9 does without it";
    const severity = removed ? "error" : "warning";
    report({ severity, code: "LEGACY_CONFIG", path: `${ROUTING_FILE}#${key}`, message, line: node.line });
  }
};
