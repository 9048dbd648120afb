import { readCompanionText } from "../skill-reading";
import { readHandlers } from "../vibelife/read-handlers";
import type { Check } from "./dialect";
import { listTools, TOOLS_FILE } from "./vibelife-tools";

export const HANDLERS_FILE = "tools/handlers.py";
export const ROUTING_FILE = "routing.yaml";

/** VibeLife §3: the files every skill has. */
const REQUIRED_FILES = [
  ["rules/_index.md", "FILE_NOT_FOUND"],
  [TOOLS_FILE, "TOOLS_FILE_MISSING"],
  [HANDLERS_FILE, "FILE_NOT_FOUND"],
] as const;

export const checkStructure: Check = ({ files }, findings) => {
  for (const [path, code] of REQUIRED_FILES) {
    if (!files.has(path)) findings.error(code, path, "is required and not in the package");
  }
};

/** VibeLife §2.2, §3: the rule files that a table of the body names, the capability index or another, exist. */
export const checkRuleFiles: Check = (view, findings) => {
  const seen = new Set<string>();
  for (const { text, line } of view.outline().prose) {
    if (!text.includes("|") || !text.includes("rules/")) continue;
    for (const [path] of text.matchAll(/rules\/[^\s`|)\]]{1,150}?\.md/g)) {
      if (seen.has(path)) continue;
      seen.add(path);
      const message = "is named in the body and not in the package";
      if (!view.files.has(path)) findings.error("FILE_NOT_FOUND", path, message, { line });
    }
  }
};

/** VibeLife §5: the handlers, as far as reading the file without running it can tell. */
export const checkHandlers: Check = (view, findings) => {
  const companion = readCompanionText(view.files, HANDLERS_FILE);
  findings.list.push(...(companion?.findings ?? []));
  const tools = listTools(view);
  if (companion?.text === undefined || tools === null) return;
  const reading = readHandlers(companion.text);
  if (!reading.ok) {
    const message = "cannot be read as Python from this line on, so its handlers were not looked at";
    findings.warning("FILE_INVALID", HANDLERS_FILE, message, reading);
    return;
  }
  const names = new Set(reading.handlers.map(({ tool }) => tool));
  for (const { name, type } of tools) {
    if (type !== "compute" || names.has(name)) continue;
    findings.warning("HANDLER_MISSING", HANDLERS_FILE, `no @tool_handler("${name}")`);
  }
  const types = new Map(tools.map(({ name, type }) => [name, type]));
  // the form is a rule of the document; what the function does can only be guessed at
  for (const { tool, line, isAsync, parameters, words } of reading.handlers) {
    const type = types.get(tool);
    const warn = (code: "HANDLER_UNKNOWN" | "HANDLER_DISPLAY" | "HANDLER_FAIL_FAST", message: string) =>
      findings.warning(code, HANDLERS_FILE, message, { line });
    if (type === undefined)
      warn("HANDLER_UNKNOWN", `@tool_handler("${tool}") is for a tool that ${TOOLS_FILE} does not have`);
    if (!isAsync || !["args", "context"].every((name) => parameters.includes(name))) {
      const message = `the handler of ${tool} is no async function of args and context`;
      findings.error("HANDLER_INVALID", HANDLERS_FILE, message, { line });
    }
    if (type === "compute" && !words.has("show_card"))
      warn("HANDLER_DISPLAY", `the handler of ${tool} does not leave the display to show_card`);
    if (type === "compute" && !words.has("error"))
      warn("HANDLER_FAIL_FAST", `the handler of ${tool} gives no status "error" when it lacks data`);
  }
};

/** VibeLife §1.1, §6: what V9 has no use for any more. `triggers` stays. */
export const checkLegacyConfig: Check = (view, findings) => {
  const companion = view.companionYaml(ROUTING_FILE);
  // the file itself belongs to V12, so nothing in it can make a V9 skill invalid but what must be gone
  for (const finding of companion?.findings ?? []) findings.list.push({ ...finding, severity: "warning" });
  for (const [key, node] of companion?.map?.entries ?? []) {
    const isRemoved = key === "includes" || key === "skill_data";
    if (!isRemoved && key !== "global_tools" && !key.startsWith("requires_")) continue;
    const message = "is left over from V12; V9 does without it";
    findings.add(isRemoved ? "error" : "warning", "LEGACY_CONFIG", `${ROUTING_FILE}#${key}`, message, node);
  }
};
