import { findClosingFence, isHeadingLine, type Repair } from "./repair";
import { proposeName } from "./propose-name";
import { readLead } from "./propose-description";

/** What word processors and habit make of three hyphens. */
const NEARLY_FENCE = /^\s*(?:[-–—−]{1,8}|[*_=]{3,}|\.{3})\s*$/;
const CODE_FENCE = /^\s*(`{3,}|~{3,})\s*(?:markdown|md|ya?ml|text)?\s*$/i;
/** A fence line is looked for among so many lines. */
const MAX_HEADING_LINES = 400;
const CONFLICT = /^(?:<{7} |={7}$|>{7} )/;

const has = (issues: readonly { code: string }[], code: string) => issues.some((each) => each.code === code);

/** Repairs of where the front matter begins and ends, in the order in which they are tried. */
export const FENCE_REPAIRS: readonly Repair[] = [
  function conflict({ lines }) {
    const isIn = lines.slice(0, MAX_HEADING_LINES).filter((line) => CONFLICT.test(line)).length >= 2;
    return isIn ? { obstacle: "merge-conflict" } : null;
  },

  function empty({ lines }) {
    return lines.every((line) => line.trim() === "") ? { obstacle: "empty-file" } : null;
  },

  /** A model that was asked for a file answers with it in a code block. */
  function unwrap({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_MISSING")) return null;
    const first = lines.findIndex((line) => line.trim() !== "");
    const [, mark] = CODE_FENCE.exec(lines[first] ?? "") ?? [];
    if (mark === undefined) return null;
    const next = lines.slice(first + 1).findIndex((line) => line.trim() !== "") + first + 1;
    const last = lines.findLastIndex((line) => line.trim() !== "");
    const isFenced = NEARLY_FENCE.test(lines[next] ?? "");
    if (isFenced && last > next && (lines[last] ?? "").trim() === mark)
      return { kind: "unwrap-document", lines: [...lines.slice(next, last), ""] };
    const end = lines.findIndex((line, index) => index > first && line.trim() === mark);
    if (end === -1) return null;
    if (isFenced)
      return { kind: "unwrap-document", lines: [...lines.slice(next, end), ...lines.slice(end + 1)] };
    if (!isHeadingLine(lines[next] ?? "")) return null;
    return { kind: "open-fence", lines: ["---", ...lines.slice(next, end), "---", ...lines.slice(end + 1)] };
  },

  /** Blank lines, a comment or a title stand before the block: they go below it. */
  function begin({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_MISSING")) return null;
    const first = lines.slice(0, MAX_HEADING_LINES).findIndex((line) => /^\s*-{3}\s*$/.test(line));
    if (first < 1 || !isHeadingLine(lines[first + 1] ?? "")) return null;
    const above = lines.slice(0, first);
    if (above.some(isHeadingLine)) return null;
    const rest = ["---", ...lines.slice(first + 1)];
    const end = findClosingFence(rest);
    if (end === -1) return null;
    const said = above.join("\n").trim() === "" ? [] : ["", ...above.join("\n").trim().split("\n")];
    return { kind: "begin-at-fence", lines: [...rest.slice(0, end + 1), ...said, ...rest.slice(end + 1)] };
  },

  /** `+++`, as some site generators have it, around `key = "value"`. */
  function toml({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_MISSING") || lines[0]?.trim() !== "+++") return null;
    const end = lines.findIndex((line, index) => index > 0 && line.trim() === "+++");
    const block = lines.slice(1, end === -1 ? 1 : end);
    const isSimple = block.every(
      (line) => line.trim() === "" || /^[\w-]+\s*=\s*(?:"[^"]*"|\[.*\]|[\w.]+)\s*$/.test(line),
    );
    if (block.length === 0 || !isSimple) return null;
    const yaml = block.map((line) => line.replace(/^([\w-]+)\s*=\s*/, "$1: "));
    return { kind: "toml-to-yaml", lines: ["---", ...yaml, "---", ...lines.slice(end + 1)] };
  },

  /** All of it on one line, as it comes out of a field that takes one. */
  function oneLine({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_MISSING")) return null;
    const [, name, description, rest] =
      /^---\s+name:\s*(\S.*?)\s+description:\s*(\S.*?)\s+---\s*(.*)$/.exec(lines[0] ?? "") ?? [];
    if (name === undefined || description === undefined) return null;
    const body = rest ? ["", rest] : [];
    return {
      kind: "write-lines",
      lines: [
        "---",
        `name: ${name}`,
        `description: ${JSON.stringify(description)}`,
        "---",
        ...body,
        ...lines.slice(1),
      ],
    };
  },

  /** The first line is nearly a fence, or the keys begin without one. */
  function open({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_MISSING")) return null;
    const first = lines.findIndex((line) => line.trim() !== "");
    const line = lines[first] ?? "";
    if (isHeadingLine(line)) return { kind: "open-fence", lines: ["---", ...lines.slice(first)] };
    const next = lines.slice(first + 1, MAX_HEADING_LINES).find((each) => each.trim() !== "");
    if (first === -1 || !NEARLY_FENCE.test(line) || !isHeadingLine(next ?? "")) return null;
    return { kind: "open-fence", lines: ["---", ...lines.slice(first + 1)] };
  },

  /** A block that nothing closes ends before the first line that is none of a heading. */
  function close({ lines, document }) {
    if (!has(document.issues, "FRONTMATTER_UNCLOSED")) return null;
    const nearly = lines.findIndex(
      (line, index) => index > 0 && index < MAX_HEADING_LINES && NEARLY_FENCE.test(line),
    );
    let end = 1;
    for (; end < lines.length && end < MAX_HEADING_LINES; end += 1) {
      const line = lines[end] ?? "";
      const isKey = /^[\p{L}_"'][\p{L}\p{N}_"' -]{0,40}[:：](?:\s|$)/u.test(line) || isHeadingLine(line);
      if (!(isKey || line.trim() === "" || /^(?:\s+\S|-\s)/.test(line))) break;
    }
    if (nearly !== -1 && nearly <= end) return { kind: "close-fence", lines: lines.with(nearly, "---") };
    while (end > 1 && (lines[end - 1] ?? "").trim() === "") end -= 1;
    if (!lines.slice(1, end).some(isHeadingLine)) return null; // a rule that the text begins with
    const rest = lines.slice(end);
    const gap = rest.length > 0 && rest[0]?.trim() !== "" ? [""] : [];
    return { kind: "close-fence", lines: [...lines.slice(0, end), "---", ...gap, ...rest] };
  },

  /** No block at all: name and description as the text itself gives them. */
  function add({ lines: written, document, dir }) {
    const isBlank = document.frontMatter !== null && has(document.issues, "FRONTMATTER_NOT_MAPPING");
    const isRule = has(document.issues, "FRONTMATTER_UNCLOSED");
    if (!isBlank && !isRule && !has(document.issues, "FRONTMATTER_MISSING")) return null;
    const lines = isBlank ? written.slice(document.bodyLine - 1) : written.slice(isRule ? 1 : 0);
    const { heading, paragraph } = readLead(lines.join("\n"));
    if (paragraph === null) return { obstacle: "description-missing" };
    const named = nameOf(heading, dir);
    if (!named.ok) return { obstacle: named.obstacle };
    return {
      kind: "add-heading",
      lines: [
        "---",
        `name: ${named.name}`,
        `description: ${JSON.stringify(paragraph)}`,
        "---",
        "",
        ...trimStart(lines),
      ],
    };
  },
];

/** A title is a few words; more is a sentence. */
const MAX_TITLE_WORDS = 6;

/** The name that a heading gives, or else the directory. */
export function nameOf(heading: string | null, dir: string | undefined): ReturnType<typeof proposeName> {
  const title = (heading ?? "").replace(/^skill\s*[:：–-]\s*/i, "").replace(/\s+skill$/i, "");
  const isTitle = title !== "" && title.split(/\s+/).length <= MAX_TITLE_WORDS;
  const byTitle = proposeName(isTitle ? title : "");
  const byDir = proposeName(dir ?? "");
  if (byDir.ok && (!byTitle.ok || plain(byDir.name) === plain(byTitle.name))) return byDir;
  return byTitle;
}

const plain = (name: string) => name.replaceAll("-", "");

const trimStart = (lines: readonly string[]) =>
  lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => line.trim() !== ""),
    ),
  );
