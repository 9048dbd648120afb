import { isMissing, type MapNode, type YamlNode } from "../yaml/node";
import { cutDescription, readLead } from "./propose-description";
import { proposeName } from "./propose-name";
import { findClosingFence, HEADING_KEYS, type Repair, type RepairSource } from "./repair";
import { nameOf } from "./repair-fences";
import { indentText } from "./repair-yaml";

const isToldOf = ({ issues }: RepairSource, ...paths: string[]) =>
  issues.some(({ path }) => paths.includes(path));

/** Nothing is written there, or nothing but blanks. */
const isEmpty = (node: YamlNode) => isMissing(node) || (node.kind === "scalar" && node.source.trim() === "");

/** The value of a key that stands on a line of its own as one text; undefined for every other. */
function textOf(map: MapNode, key: string): string | undefined {
  const node = map.entries.get(key);
  return node?.kind === "scalar" && node.source.trim() !== "" ? node.source.trim() : undefined;
}

/** The lines that a top-level key takes up. */
function spanOf(lines: readonly string[], line: number): { from: number; to: number } {
  const end = findClosingFence(lines);
  let to = line;
  while (to < end && /^(?:\s|-\s|$)/.test(lines[to] ?? "")) to += 1;
  return { from: line - 1, to };
}

function replaceKey(lines: readonly string[], node: YamlNode, written: string): string[] | null {
  if (node.line < 2) return null;
  const { from, to } = spanOf(lines, node.line);
  return lines.toSpliced(from, to - from, written);
}

const insertAtTop = (lines: readonly string[], written: string) => lines.toSpliced(1, 0, written);
const insertBelowName = (lines: readonly string[], written: string) => {
  const name = lines.findIndex((line) => /^name\s*:/.test(line));
  return lines.toSpliced(name === -1 ? 1 : name + 1, 0, written);
};

/** The value of another key that says the same: spelled otherwise, in another language, or one level deeper. */
function findMeant(map: MapNode, field: "name" | "description"): { key: string; text: string } | null {
  const keys = HEADING_KEYS[field];
  const found = (within: MapNode) => {
    const own = new Map(
      [...within.entries.keys()].map((key) => [key.toLowerCase().replaceAll("-", "_"), key]),
    );
    for (const key of keys) {
      const written = own.get(key);
      const text = written === undefined ? undefined : textOf(within, written);
      if (written !== undefined && written !== field && text !== undefined) return { key: written, text };
    }
    return null;
  };
  const atTop = found(map);
  if (atTop !== null) return atTop;
  for (const node of map.entries.values()) {
    if (node.kind !== "map") continue;
    const text = textOf(node, field);
    if (text !== undefined) return { key: field, text };
  }
  return null;
}

/** Repairs of name and description in a block that is read, in the order in which they are tried. */
export const FIELD_REPAIRS: readonly Repair[] = [
  /** `Name:` is `name:`. */
  function nameKey(source) {
    const { document, lines } = source;
    const map = document.frontMatter;
    if (map === null) return null;
    for (const field of ["name", "description"] as const) {
      if (!isToldOf(source, field) || map.entries.has(field)) continue;
      const at = lines.findIndex(
        (line, index) => index > 0 && new RegExp(`^["']?${field}["']?\\s*:`, "i").test(line),
      );
      if (at < 1 || at > findClosingFence(lines)) continue;
      const changed = (lines[at] ?? "").replace(/^["']?\w+["']?\s*:/, `${field}:`);
      if (changed !== lines[at]) return { kind: "name-key", lines: lines.with(at, changed) };
    }
    return null;
  },

  function name(source) {
    const { document, lines, dir } = source;
    const map = document.frontMatter;
    const field = map?.entries.has("id") === true && isToldOf(source, "id") ? "id" : "name";
    if (map === null || !isToldOf(source, field)) return null;
    const node = map.entries.get(field);
    if (field === "name" && node !== undefined && map.entries.has("id")) return null; // a title, in any script
    const written = textOf(map, field);
    if (node !== undefined && !isEmpty(node) && written === undefined) return { obstacle: "name-empty" };
    const meant = written ?? findMeant(map, "name")?.text;
    const own = meant === undefined ? nameOf(readLead(document.body).heading, dir) : proposeName(meant);
    const byDir = proposeName(dir ?? "");
    const isSame = own.ok && byDir.ok && own.name.replaceAll("-", "") === byDir.name.replaceAll("-", "");
    // Where nothing is written, agents take the folder's name.
    const isFree = meant === undefined || (!own.ok && own.obstacle !== "name-placeholder");
    const chosen = byDir.ok && (isSame || isFree) ? byDir : own;
    if (!chosen.ok) return { obstacle: chosen.obstacle };
    const line = `${field}: ${/^\d+$/.test(chosen.name) ? JSON.stringify(chosen.name) : chosen.name}`;
    if (node === undefined) return { kind: "name-added", lines: insertAtTop(lines, line) };
    const changed = replaceKey(lines, node, line) ?? withLineOf(lines, field, line);
    return changed === null ? { obstacle: "name-empty" } : { kind: "name-value", lines: changed };
  },

  function description(source) {
    const { document, lines } = source;
    const map = document.frontMatter;
    if (map === null || !isToldOf(source, "description")) return null;
    const node = map.entries.get("description");
    const written = textOf(map, "description");
    if (written !== undefined) return cut(source, written);
    if (node?.kind === "list") {
      const texts = node.items.map((item) => (item.kind === "scalar" ? item.source.trim() : ""));
      if (texts.length === 0 || texts.includes("")) return { obstacle: "description-missing" };
      const joined = `description: ${JSON.stringify(texts.join(" "))}`;
      const changed = replaceKey(lines, node, joined);
      return changed === null ? null : { kind: "description-joined", lines: changed };
    }
    if (node !== undefined && !isEmpty(node)) return { obstacle: "description-missing" };
    const lost = indentLost(lines);
    if (lost !== null) return { kind: "indent-text", lines: lost };
    const said = findMeant(map, "description")?.text ?? readLead(document.body).paragraph;
    if (said === null) return { obstacle: "description-missing" };
    const line = `description: ${JSON.stringify(said)}`;
    const changed =
      node === undefined ? insertBelowName(lines, line) : withLineOf(lines, "description", line);
    return changed === null ? null : { kind: "description-added", lines: changed };
  },
];

/** The text of a description without a value, where it stands below it as if it were keys of its own. */
function indentLost(lines: readonly string[]): string[] | null {
  const end = findClosingFence(lines);
  const at = lines.findIndex((line) => /^description\s*:\s*(?:[|>][-+0-9]*)?\s*$/.test(line));
  const block = at < 1 || at > end ? null : indentText(lines.slice(0, end), at);
  return block && [...block, ...lines.slice(end)];
}

/** A key without a value has no node with a line. */
function withLineOf(lines: readonly string[], key: string, written: string): string[] | null {
  const at = lines.findIndex((line) => new RegExp(`^${key}\\s*:`).test(line));
  if (at < 1) return null;
  const { from, to } = spanOf(lines, at + 1);
  return lines.toSpliced(from, to - from, written);
}

/** What is too long, or has several lines, is cut or joined; all of it stays, below the block. */
function cut({ lines, document, issues }: RepairSource, written: string): ReturnType<Repair> {
  const node = document.frontMatter?.entries.get("description");
  if (node === undefined) return null;
  const one = written.replaceAll(/\s+/g, " ").trim();
  const codes = issues.filter(({ path }) => path === "description").map(({ code }) => code);
  const short = codes.includes("FIELD_TOO_LONG") ? cutDescription(one) : one;
  const changed = replaceKey(lines, node, `description: ${JSON.stringify(short)}`);
  if (changed === null || short === written) return null;
  if (short === one) return { kind: "description-joined", lines: changed };
  return { kind: "description-cut", lines: changed.toSpliced(findClosingFence(changed) + 1, 0, "", one) };
}
