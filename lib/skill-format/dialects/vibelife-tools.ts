import { VIBELIFE_CORE_TOOLS } from "../constants";
import { checkCutTexts } from "../cut-texts";
import type { Findings } from "../issues/issue";
import type { SkillView } from "../skill-reading";
import { describeNode, type MapNode, nodeAt, quote, textAt, textOf, type YamlNode } from "../yaml/node";
import { checkRows, reportType } from "./check-rows";
import { type Check, must, type Place, type Row, type Test } from "./dialect";
import { form, oneOf } from "./tests";
import { readToolList } from "./tool-list";

export const TOOLS_FILE = "tools/tools.yaml";

const idOf = ({ frontMatter }: SkillView) => textAt(frontMatter, "id");
const toSnakeCase = (id: string) => id.replaceAll("-", "_");

const OWN_ID: Test = {
  code: "FIELD_FORMAT",
  fault: (text, { view }) => {
    const id = idOf(view) ?? text;
    return text === id ? null : `${quote(text)} differs from the id ${quote(id)}`;
  },
};

/** Prefix of a tool's name by its type; the hyphens of the id are written `_`. */
const NAME_PREFIX: ReadonlyMap<string, string> = new Map([
  ["collect", "collect_"],
  ["compute", "calculate_"],
  ["display", "show_"],
]);

const NAMED_BY_TYPE: Test = {
  code: "FIELD_FORMAT",
  severity: "warning",
  fault: (name, { parent, view }: Place) => {
    const prefix = NAME_PREFIX.get(textAt(parent, "type") ?? "");
    const id = idOf(view);
    if (prefix === undefined || id === undefined) return null;
    if (name.startsWith(prefix) && name.includes(toSnakeCase(id))) return null;
    return `${quote(name)} does not follow ${prefix}${toSnakeCase(id)}`;
  },
};

/** VibeLife §4: the head of `tools/tools.yaml`. */
const FILE_ROWS: readonly Row[] = [
  must(
    "version",
    "text",
    "`2.0`",
    form((text) => text === "2.0", 'is not "2.0"', "error", "FIELD_ENUM"),
  ),
  must("skill_id", "text", "the id of the skill", OWN_ID),
  { ...must("tools", "list", "the tools"), expected: "a list of tools" },
];

/** VibeLife §4: a tool. Its card is looked at by `checkCard`. */
const TOOL_ROWS: readonly Row[] = [
  must("name", "text", "`collect_<id>_info`, `calculate_<id>`, `show_<id>_chart`", NAMED_BY_TYPE),
  must("type", "text", "`collect`, `compute` or `display`", oneOf([...NAME_PREFIX.keys()])),
  must("description", "text", "what it does"),
  must("when_to_call", "text", "when it is called"),
  { ...must("parameters", "list", "its parameters"), expected: "a list of parameters" },
];

/** VibeLife §4: a parameter says whether it is required. */
const PARAMETER_ROWS: readonly Row[] = [
  must("name", "text", "its name"),
  must("type", "text", "its type"),
  must("required", "boolean", "whether it must be there"),
];

/** VibeLife §4: `tools/tools.yaml`. */
export const checkToolsFile: Check = (view, findings) => {
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
export function listTools(view: SkillView): { name: string; type: string }[] | null {
  const file = view.companionYaml(TOOLS_FILE)?.map;
  const tools = file === undefined ? undefined : nodeAt(file, "tools");
  if (tools?.kind !== "list") return null;
  return tools.items.flatMap((item) => {
    const name = item.kind === "map" ? textAt(item, "name") : undefined;
    return item.kind === "map" && name !== undefined ? { name, type: textAt(item, "type") ?? "" } : [];
  });
}

/** VibeLife §2.1, §4: tools the description and the body name exist in the file or are core tools. */
export const checkToolNames: Check = (view, findings) => {
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
