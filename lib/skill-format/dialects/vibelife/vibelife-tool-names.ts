import { VIBELIFE_CORE_TOOLS } from "../../constants";
import { findingAt, quote, textAt } from "../../fields";
import { nodeAt } from "../../yaml/node";
import type { Check, DialectView } from "../dialect";
import { readToolList } from "../tool-list";
import { TOOLS_FILE } from "./vibelife-tools";

const KNOWN_TOOLS: ReadonlySet<string> = new Set([...VIBELIFE_CORE_TOOLS, "show_card"]);

/** VibeLife §2.1, §4: tools the description and the body name exist in the file or are core tools. */
export const checkToolNames: Check = (view, report) => {
  const declared = listTools(view);
  if (declared === null) return;
  const known = new Set(KNOWN_TOOLS);
  for (const { name } of declared) known.add(name);
  const inDescription = readToolList(textAt(view.frontMatter, "description") ?? "");
  const node = nodeAt(view.frontMatter, "description");
  for (const name of inDescription.filter((tool) => !known.has(tool))) {
    const message = `${quote(name)} is neither in ${TOOLS_FILE} nor a core tool`;
    report(findingAt(node, { severity: "warning", code: "TOOL_UNKNOWN", path: "description", message }));
  }
  const mentioned = new Set<string>();
  for (const { name, line } of listMentioned(view)) {
    if (known.has(name) || mentioned.has(name)) continue;
    mentioned.add(name);
    const message = `${quote(name)} is neither in ${TOOLS_FILE} nor a core tool`;
    report({ severity: "warning", code: "TOOL_UNKNOWN", path: "body", message, line });
  }
};

/** A tool by the names of VibeLife §4 anywhere, or any other that a rule says to call. */
const MENTION = /`((?:collect|calculate|show)_[a-z0-9_]{1,80})`|调用\s?`([A-Za-z_]\w{0,80})`/g;

/** A row of the tool reference: the tool is its first cell. */
const TOOL_ROW = /^\s*\|\s*`([A-Za-z_]\w{0,80})`\s*\|/;

/** The tools the body names. */
function* listMentioned(view: DialectView): Generator<{ name: string; line: number }> {
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

/** Name and type of each tool in the file; null when there is no readable list. */
export function listTools(view: DialectView): { name: string; type: string }[] | null {
  const file = view.companionYaml(TOOLS_FILE)?.map;
  const tools = file === undefined ? undefined : nodeAt(file, "tools");
  if (tools?.kind !== "list") return null;
  const named: { name: string; type: string }[] = [];
  for (const item of tools.items) {
    const name = item.kind === "map" ? textAt(item, "name") : undefined;
    if (name === undefined || item.kind !== "map") continue;
    named.push({ name, type: textAt(item, "type") ?? "" });
  }
  return named;
}
