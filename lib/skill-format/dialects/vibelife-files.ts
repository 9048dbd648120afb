import type { FindingSink } from "../fields";
import type { IssueCode } from "../issue";
import { readCompanionText } from "./companion-file";
import type { Check, DialectView } from "./dialect";
import { listTools } from "./vibelife-tool-names";
import { TOOLS_FILE } from "./vibelife-tools";

export const HANDLERS_FILE = "tools/handlers.py";
export const ROUTING_FILE = "routing.yaml";

/** R-003-25: the files every skill has. */
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

/** R-003-21, 27: the rule files of the capability table exist. */
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

/** R-003-38, 39, 42, 43: the handlers of the compute tools. */
export const checkHandlers: Check = (view, report) => {
  const companion = readCompanionText(view.files, HANDLERS_FILE);
  companion?.findings.forEach(report);
  const tools = listTools(view);
  if (companion?.text === undefined || tools === null) return;
  const handlers = readHandlers(companion.text);
  const names = new Set(handlers.map(({ tool }) => tool));
  for (const { name, type } of tools) {
    if (type === "compute" && !names.has(name))
      warn(report, "HANDLER_MISSING", `no @tool_handler("${name}")`);
  }
  for (const { tool, body, line } of handlers) {
    const declared = tools.find(({ name }) => name === tool);
    if (declared === undefined) {
      warn(
        report,
        "HANDLER_UNKNOWN",
        `@tool_handler("${tool}") is for a tool that ${TOOLS_FILE} does not have`,
        line,
      );
    }
    if (!/^\s*(?:@[^\n]*\n\s*)*async\s+def\s+\w+\s*\(\s*args\b[^)]*\bcontext\b/.test(body)) {
      warn(
        report,
        "HANDLER_MISSING",
        `the handler of ${tool} is no async function of args and context`,
        line,
      );
    }
    if (declared?.type === "compute" && !body.includes("show_card")) {
      warn(report, "HANDLER_DISPLAY", `the handler of ${tool} does not leave the display to show_card`, line);
    }
  }
};

export interface ToolHandler {
  tool: string;
  /** From after the decorator to the next one. */
  body: string;
  line: number;
}

/** The registered handlers of a Python file; a decorator in a comment is none. */
export function readHandlers(source: string): ToolHandler[] {
  const handlers: ToolHandler[] = [];
  let line = 0;
  for (const text of source.split("\n")) {
    line += 1;
    const tool = /^[ \t]*@tool_handler\(\s*["']([^"']{1,200})["']/.exec(text)?.[1];
    const current = handlers.at(-1);
    if (tool !== undefined) handlers.push({ tool, body: "", line });
    else if (current !== undefined && current.body.length < 100_000 && !/^\s*#/.test(text))
      current.body += `${text}\n`;
  }
  return handlers;
}

/** R-003-45, 46: what V9 has no use for any more. `triggers` stays. */
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

function warn(report: FindingSink, code: IssueCode, message: string, line?: number): void {
  report({
    severity: "warning",
    code,
    path: HANDLERS_FILE,
    message,
    ...(line === undefined ? {} : { line }),
  });
}
