import { VIBELIFE_BODY_TOKENS, VIBELIFE_CORE_TOOLS } from "../constants";
import { checkCutTexts } from "../cut-texts";
import type { Findings } from "../issues/issue";
import { readCompanionText, type SkillView } from "../skill-reading";
import { estimateTokens, hasCjk } from "../values/measure-text";
import { readHandlers } from "../vibelife/read-handlers";
import {
  describeNode,
  type MapNode,
  nodeAt,
  quote,
  textAt,
  textOf,
  textsOf,
  type YamlNode,
} from "../yaml/node";
import { checkRows, reportType } from "./check-rows";
import { type Check, form, readRows, readTable, type Row, type Tests } from "./dialect";
import vibelifeTable from "./vibelife.json" with { type: "json" };

const { toolsFile, ...table } = vibelifeTable;

const LABEL = /工具[ \t]*[：:]/;
const SEPARATORS = /[,，、;；\s]+/;

/** What a tool is called: a Python name, or one with hyphens. */
const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;

/**
 * The tools a VibeLife description lists: after `工具：` anywhere in it, up to the end of the sentence or
 * line; a line that ends with a separator goes on. Full-width and half-width colons, and `,` `，` `、` between the
 * names, are understood (VibeLife §2.1).
 */
export function readToolList(description: string): string[] {
  const label = LABEL.exec(description);
  if (label === null) return [];
  const list: string[] = [];
  for (const line of description.slice(label.index + label[0].length).split("\n")) {
    const sentence = /^[^。]*?(?=。|\.(?:\s|$)|$)/.exec(line)?.[0] ?? line;
    list.push(...sentence.split(SEPARATORS).map((name) => name.replaceAll("`", "")));
    const goesOn = line.trim() === "" || /[,，、]\s*$/.test(line);
    if (!goesOn) break;
  }
  return list.filter((name) => TOOL_NAME.test(name));
}

/** True when a description says nothing before its tool list. */
function startsWithToolList(description: string): boolean {
  return LABEL.exec(description)?.index === 0;
}

/** VibeLife §2.2: the sections a V9 body keeps, two of them tables. */
const SECTIONS = [
  { name: "专家身份", isTable: false },
  { name: "核心能力索引", isTable: true },
  { name: "工具快速参考", isTable: true },
] as const;

/**
 * VibeLife §2.2: a level-1 heading with the Chinese name. Where `name` holds the identifier instead, as a file of all
 * five dialects does, the Chinese name stands in the heading alone (docs/dialects/differences.md).
 */
const checkTitle: Check = (view, findings) => {
  const title = view.outline().headings.find(({ level }) => level === 1);
  const name = textAt(view.frontMatter, "name");
  if (title === undefined) {
    const message = "a level-1 heading with the Chinese name is required";
    findings.error("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  } else if (name !== undefined && !title.text.includes(name) && (hasCjk(name) || !hasCjk(title.text))) {
    const message = `the level-1 heading does not hold the name ${name.slice(0, 40)}`;
    findings.error("BODY_SECTION_MISSING", "body", message, title);
  }
};

/** VibeLife §2.2, §2.3: the required sections; the ethical limits are optional. */
const checkSections: Check = (view, findings) => {
  const titles = view.outline().headings.map(({ text }) => text);
  const lacks = (name: string) => !titles.some((title) => title.includes(name));
  const at = { line: view.bodyLine };
  for (const { name } of SECTIONS) {
    if (lacks(name)) findings.error("BODY_SECTION_MISSING", "body", `the section ## ${name} is required`, at);
  }
  const message = "a section ## 伦理边界 (ethical limits) is advised";
  if (lacks("伦理边界")) findings.info("BODY_SECTION_MISSING", "body", message, at);
};

/** VibeLife §2.2: the capability index and the tool reference are tables. */
const checkTables: Check = (view, findings) => {
  const { headings, prose } = view.outline();
  for (const { name, isTable } of SECTIONS) {
    const at = headings.findIndex(({ text }) => text.includes(name));
    const heading = headings[at];
    if (!isTable || heading === undefined) continue;
    const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    if (prose.some(({ text, line }) => line > heading.line && line < end && text.includes("|"))) continue;
    findings.error("BODY_SECTION_MISSING", "body", `the section ## ${name} holds no table`, heading);
  }
};

/** VibeLife §2.2, §6: the forced-tool rules, a bold label followed by rules. */
const checkForcedToolRules: Check = (view, findings) => {
  const { prose } = view.outline();
  const missing = (message: string) =>
    findings.error("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  const start = prose.findIndex(({ text }) => text.includes("强制工具调用规则"));
  if (start === -1) return missing("the rules under **强制工具调用规则** are required");
  const section = prose.slice(start + 1, start + 30);
  const end = section.findIndex(({ text }) => /^ {0,3}#/.test(text));
  const hasRule = section
    .slice(0, end === -1 ? undefined : end)
    .some(({ text }) => /^\s*(?:[-*+•]\s|\d+[.)]\s|\d+[、．])/.test(text));
  if (!hasRule) missing("**强制工具调用规则** is followed by no rule");
};

/** VibeLife §2.2, §2.3: fewer than 500 tokens, estimated without the front matter. */
const checkBodyLength: Check = ({ body, bodyLine }, findings) => {
  const tokens = estimateTokens(body);
  if (tokens < VIBELIFE_BODY_TOKENS) return;
  const message = `about ${tokens} tokens; fewer than ${VIBELIFE_BODY_TOKENS} are the target, details belong to rules/*.md`;
  findings.warning("BODY_TOO_LONG", "body", message, { line: bodyLine });
};

export const TOOLS_FILE = "tools/tools.yaml";

const idOf = ({ frontMatter }: SkillView) => textAt(frontMatter, "id");
const toSnakeCase = (id: string) => id.replaceAll("-", "_");

/** Prefix of a tool's name by its type; the hyphens of the id are written `_`. */
const NAME_PREFIX: ReadonlyMap<string, string> = new Map([
  ["collect", "collect_"],
  ["compute", "calculate_"],
  ["display", "show_"],
]);

const TESTS: Tests = {
  chinese: form(hasCjk, "holds no Chinese character; the Chinese name is expected", { severity: "warning" }),
  "lists-tools": {
    code: "TOOL_LIST_MISSING",
    fault: (text) =>
      readToolList(text).length > 0
        ? null
        : "names no tools; a list like 工具：tool_one, tool_two is required",
  },
  "begins-with-sentence": {
    code: "DESCRIPTION_WEAK",
    severity: "warning",
    fault: (text) =>
      startsWithToolList(text)
        ? "begins with the tool list; one sentence of function is expected before it"
        : null,
  },
  "has-entry": {
    code: "FIELD_REQUIRED",
    fault: (_, { node }) =>
      node?.kind === "list" && textsOf(node).length === 0
        ? "has no entry; at least one trigger word is required"
        : null,
  },
  "own-id": {
    code: "FIELD_FORMAT",
    fault: (text, { view }) => {
      const id = idOf(view) ?? text;
      return text === id ? null : `${quote(text)} differs from the id ${quote(id)}`;
    },
  },
  "named-by-type": {
    code: "FIELD_FORMAT",
    severity: "warning",
    fault: (name, { parent, view }) => {
      const prefix = NAME_PREFIX.get(textAt(parent, "type") ?? "");
      const id = idOf(view);
      if (prefix === undefined || id === undefined) return null;
      if (name.startsWith(prefix) && name.includes(toSnakeCase(id))) return null;
      return `${quote(name)} does not follow ${prefix}${toSnakeCase(id)}`;
    },
  },
};

/** VibeLife §4: the head of `tools/tools.yaml`, a tool, and a parameter. The card is looked at by `checkCard`. */
const [FILE_ROWS, TOOL_ROWS, PARAMETER_ROWS] = (["file", "tool", "parameter"] as const).map((name) =>
  readRows(toolsFile[name], TESTS),
) as [Row[], Row[], Row[]];

/** VibeLife §4: `tools/tools.yaml`. */
const checkToolsFile: Check = (view, findings) => {
  const companion = view.companionYaml(TOOLS_FILE);
  findings.list.push(...(companion?.findings ?? []));
  const file = companion?.map;
  if (file === undefined) return;
  const inFile = findings.within(`${TOOLS_FILE}#`);
  checkCutTexts(file, inFile);
  checkRows(FILE_ROWS, { map: file, view, findings: inFile });
  const names = new Set<string>();
  eachMap(nodeAt(file, "tools"), "tools", "a tool (a mapping)", inFile, (tool, atTool) => {
    checkRows(TOOL_ROWS, { map: tool, view, findings: atTool });
    eachMap(nodeAt(tool, "parameters"), "parameters", "a parameter (a mapping)", atTool, (map, atParameter) =>
      checkRows(PARAMETER_ROWS, { map, view, findings: atParameter }),
    );
    checkCard(tool, idOf(view), atTool);
    const name = textAt(tool, "name");
    if (name === undefined) return;
    if (names.has(name))
      atTool.error("TOOL_DUPLICATE", "name", `${quote(name)} names two tools`, nodeAt(tool, "name"));
    names.add(name);
  });
};

/** Looks at each mapping of a list; anything else in it is reported. */
function eachMap(
  list: YamlNode | undefined,
  path: string,
  expected: string,
  findings: Findings,
  look: (map: MapNode, findings: Findings) => void,
): void {
  if (list?.kind !== "list") return;
  list.items.forEach((item, index) => {
    const at = `${path}[${index}]`;
    if (item.kind === "map") look(item, findings.within(`${at}.`));
    else reportType(item, at, expected, findings);
  });
}

/** VibeLife §4: which card a tool shows. */
function checkCard(tool: MapNode, id: string | undefined, findings: Findings): void {
  const type = textAt(tool, "type");
  const node = nodeAt(tool, "card_type");
  const card = textOf(node);
  const found = node === undefined ? "is missing" : `is ${describeNode(node)}`;
  if (type === "collect" && card !== "collect_form") {
    findings.error(
      "FIELD_ENUM",
      "card_type",
      `${found}; a collect tool has the card collect_form`,
      node ?? tool,
    );
  } else if (type === "display" && (card === undefined || card === "")) {
    findings.error("FIELD_REQUIRED", "card_type", found, node ?? tool);
  } else if (type === "display" && id !== undefined) {
    const isOwn = card === `${toSnakeCase(id)}_chart` || card === `${id}_chart`;
    const message = `${found}; ${toSnakeCase(id)}_chart is expected`;
    if (!isOwn) findings.warning("FIELD_FORMAT", "card_type", message, node);
  } else if (type === "compute" && node !== undefined) {
    findings.error("FIELD_UNSUPPORTED", "card_type", `${found}; a compute tool has no card`, node);
  }
}

/** Name and type of each tool in the file; null when there is no readable list. */
function listTools(view: SkillView): { name: string; type: string }[] | null {
  const file = view.companionYaml(TOOLS_FILE)?.map;
  const tools = file === undefined ? undefined : nodeAt(file, "tools");
  if (tools?.kind !== "list") return null;
  return tools.items.flatMap((item) => {
    const name = item.kind === "map" ? textAt(item, "name") : undefined;
    return item.kind === "map" && name !== undefined ? { name, type: textAt(item, "type") ?? "" } : [];
  });
}

/** VibeLife §2.1, §4: tools the description and the body name exist in the file or are core tools. */
const checkToolNames: Check = (view, findings) => {
  const declared = listTools(view);
  if (declared === null) return;
  const known = new Set([...VIBELIFE_CORE_TOOLS, "show_card", ...declared.map(({ name }) => name)]);
  const report = (path: string, name: string, where: { line: number } | undefined) => {
    const message = `${quote(name)} is neither in ${TOOLS_FILE} nor a core tool`;
    findings.warning("TOOL_UNKNOWN", path, message, where);
  };
  const node = nodeAt(view.frontMatter, "description");
  for (const name of readToolList(textOf(node) ?? "")) {
    if (!known.has(name)) report("description", name, node);
  }
  for (const { name, line } of listMentioned(view)) {
    if (known.has(name)) continue;
    known.add(name);
    report("body", name, { line });
  }
};

/** A tool by the names of VibeLife §4 anywhere, or any other that a rule says to call. */
const MENTION = /`((?:collect|calculate|show)_[a-z0-9_]{1,80})`|调用\s?`([A-Za-z_]\w{0,80})`/g;

/** A row of the tool reference: the tool is its first cell. */
const TOOL_ROW = /^\s*\|\s*`([A-Za-z_]\w{0,80})`\s*\|/;

/** The tools the body names. */
function* listMentioned(view: SkillView): Generator<{ name: string; line: number }> {
  const { headings, prose } = view.outline();
  const at = headings.findIndex(({ text }) => text.includes("工具快速参考"));
  const start = headings[at]?.line ?? Number.POSITIVE_INFINITY;
  const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY;
  for (const { text, line } of prose) {
    if (!text.includes("`")) continue; // a search by pattern costs more than the rest of this check
    const row = line > start && line < end ? TOOL_ROW.exec(text)?.[1] : undefined;
    if (row !== undefined) yield { name: row, line };
    for (const [, named, called] of text.matchAll(MENTION)) yield { name: named ?? called ?? "", line };
  }
}

export const HANDLERS_FILE = "tools/handlers.py";
export const ROUTING_FILE = "routing.yaml";

/** VibeLife §3: the files every skill has. */
const REQUIRED_FILES = [
  ["rules/_index.md", "FILE_NOT_FOUND"],
  [TOOLS_FILE, "TOOLS_FILE_MISSING"],
  [HANDLERS_FILE, "FILE_NOT_FOUND"],
] as const;

const checkStructure: Check = ({ files }, findings) => {
  for (const [path, code] of REQUIRED_FILES) {
    if (!files.has(path)) findings.error(code, path, "is required and not in the package");
  }
};

/** VibeLife §2.2, §3: the rule files that a table of the body names, the capability index or another, exist. */
const checkRuleFiles: Check = (view, findings) => {
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
const checkHandlers: Check = (view, findings) => {
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
const checkLegacyConfig: Check = (view, findings) => {
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

/** VibeLife V9. */
export const vibelife = readTable("vibelife", table, TESTS, {
  isShown: (view) => {
    const tools = view.companionYaml(TOOLS_FILE)?.map;
    const has = (key: string) => nodeAt(view.frontMatter, key) !== undefined;
    return (has("id") && has("triggers")) || (tools !== undefined && nodeAt(tools, "skill_id") !== undefined);
  },
  checks: [
    checkTitle,
    checkSections,
    checkTables,
    checkForcedToolRules,
    checkBodyLength,
    checkStructure,
    checkRuleFiles,
    checkToolsFile,
    checkToolNames,
    checkHandlers,
    checkLegacyConfig,
  ],
});
