import { readSkillDocument } from "../document/read-skill-document";
import { findClosingFence, isHeadingLine, type RepairKind, type Repair } from "./repair";

/** More is no heading that somebody wrote by hand, and each try reads it once more. */
const MAX_HEADING_LINES = 200;
const MAX_LINE_CHARACTERS = 4_000;
/** The line of a fault, and those beside it. */
const NEAR = 3;
/** Two things wrong on one line: so many first steps are tried with every second one. */
const MAX_FIRST_STEPS = 12;

type Block = readonly string[];
/** What a way to write the block otherwise gives, without a promise that it can be read. */
interface Try {
  kind: RepairKind;
  block: string[];
}

const KEY = /^(\s*)([\p{L}_][\p{L}\p{N}_-]*)(\s*:)(\s+|$)(.*)$/u;

/** Ways that change every line they fit. */
const EVERYWHERE: readonly { kind: RepairKind; line: (line: string) => string }[] = [
  {
    kind: "plain-blanks",
    line: (line) =>
      line.replaceAll(/[\u00A0\u3000\u2007\u202F]/g, " ").replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, ""),
  },
  {
    kind: "plain-blanks",
    line: (line) => line.replace(/^[ \t]*\t[ \t]*/, (indent) => indent.replaceAll("\t", "  ")),
  },
  { kind: "plain-colon", line: (line) => line.replace(/^(\s*[\p{L}_][\p{L}\p{N}_-]*)\s*：\s*/u, "$1: ") },
  {
    kind: "plain-colon",
    line: (line) => (isHeadingLine(line) ? line.replace(/^(\s*[\w-]+)\s*=\s*/, "$1: ") : line),
  },
  {
    kind: "blank-behind-colon",
    line: (line) => (isHeadingLine(line) ? line.replace(/^(\s*[\w-]+):(?=[^\s/])/, "$1: ") : line),
  },
  {
    kind: "plain-keys",
    line: (line) =>
      isHeadingLine(line)
        ? line
            .replace(/^(?:[-*]\s+)?\*\*([\w-]+)(?::\*\*|\*\*\s*:)\s*/, "$1: ")
            .replace(/^[-*]\s+([\w-]+\s*:)/, "$1")
        : line,
  },
  {
    kind: "drop-commas",
    line: (line) => (KEY.test(line) ? line.replace(/(["'\w])\s*[,;]\s*$/, "$1") : line),
  },
];

/** The value of a key as one text in quotes, with the lines that carry it on; null where it is none. */
function quoteValue(block: Block, at: number): string[] | null {
  const [, indent = "", key, , , value = ""] = KEY.exec(block[at] ?? "") ?? [];
  if (key === undefined || value === "" || /^[|>][-+0-9]*$/.test(value)) return null;
  let end = at + 1;
  while (end < block.length && isContinuation(block[end] ?? "", indent)) end += 1;
  const whole = [value, ...block.slice(at + 1, end).map((line) => line.trim())].join(" ").trim();
  const text = withoutQuotes(whole);
  return [...block.slice(0, at), `${indent}${key}: ${JSON.stringify(text)}`, ...block.slice(end)];
}

/** Deeper than the key, and no key of its own. */
function isContinuation(line: string, indent: string): boolean {
  const own = /^\s*/.exec(line)?.[0] ?? "";
  return line.trim() !== "" && own.length > indent.length && !KEY.test(line) && !/^\s*-\s/.test(line);
}

/** A text in quotes that hold others of their kind, or are not closed, as it was meant. */
function withoutQuotes(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const next = text.indexOf(quote, 1);
  if (next === -1) return text.slice(1);
  // A quote behind a letter closes: then the first one belongs to a word, and not to the whole.
  const isOfWord =
    next < text.length - 1 && !/[\s(]/.test(text[next - 1] ?? "") && /[\s,.;:)]/.test(text[next + 1] ?? "");
  if (isOfWord || !text.endsWith(quote)) return text;
  const inner = text.slice(1, -1);
  return quote === '"' ? inner.replaceAll('\\"', '"') : inner.replaceAll("''", "'");
}

/** The line as far in as the one above it, or at the top; and, where it stands there, below the key above it. */
function indentLike(block: Block, at: number): { own: string[][]; below: string[][] } {
  const line = block[at] ?? "";
  const depthOf = (text: string) => /^\s*/.exec(text)?.[0].length ?? 0;
  const own = depthOf(line);
  const beside = depthOf(block.slice(0, at).findLast((each) => each.trim() !== "") ?? "");
  const toDepths = (depths: readonly number[]) =>
    depths.filter((depth) => depth !== own).map((depth) => block.with(at, " ".repeat(depth) + line.trim()));
  return {
    own: own > 0 ? toDepths([beside, 0]) : [],
    below: isHeadingLine(line) ? [] : toDepths([beside, beside + 2]),
  };
}

/** The text of `key: |` or `key:` that is not further in than its key, as far as the next key of a heading. */
export function indentText(block: Block, at: number): string[] | null {
  const [, indent = "", key, , , value = ""] = KEY.exec(block[at] ?? "") ?? [];
  if (key === undefined || !/^(?:[|>][-+0-9]*)?$/.test(value)) return null;
  let end = at + 1;
  while (end < block.length && !isHeadingLine(block[end] ?? "")) end += 1;
  const text = block.slice(at + 1, end);
  const first = text.find((line) => line.trim() !== "") ?? "";
  if (/^\s*/.exec(first)?.[0].length !== indent.length) return null; // it is a mapping, or indented well
  if (text.every((line) => line.trim() === "") || text.some((line) => /^\s*-\s/.test(line) && value === ""))
    return null;
  const inner = text.map((line) => (line.trim() === "" ? "" : `${indent}  ${line.trim()}`));
  return [
    ...block.slice(0, at),
    `${indent}${key}: ${value === "" ? ">-" : value}`,
    ...inner,
    ...block.slice(end),
  ];
}

/** What may be meant, in the order in which it is tried: what is certain first, a text in quotes last. */
function* listTries(block: Block, fault: number): Generator<Try> {
  for (const { kind, line } of EVERYWHERE) {
    const changed = block.map(line);
    if (changed.some((each, index) => each !== block[index])) yield { kind, block: changed };
  }
  const places = [...new Set([fault, fault - 1, fault + 1, ...block.keys()])].filter(
    (at) => at >= 0 && at < block.length,
  );
  for (const at of places) {
    const text = indentText(block, at);
    if (text !== null) yield { kind: "indent-text", block: text };
  }
  const indented = places.slice(0, NEAR).map((at) => indentLike(block, at));
  for (const changed of [
    ...indented.flatMap(({ own }) => own),
    ...indented.slice(0, 1).flatMap(({ below }) => below),
  ])
    yield { kind: "mend-indent", block: changed };
  for (const at of places) {
    const line = block[at] ?? "";
    if (/:\s+\[[^\]]*$/.test(line))
      yield { kind: "close-bracket", block: block.with(at, `${line.trimEnd()}]`) };
  }
  for (const at of places) {
    const quoted = quoteValue(block, at);
    if (quoted !== null) yield { kind: "quote-value", block: quoted };
  }
}

/** A value that is written twice and says the same both times stands once. */
const dropTwin: Repair = ({ lines, document }) => {
  const twin = document.issues.find(({ code }) => code === "FRONTMATTER_DUPLICATE_KEY");
  if (twin?.line === undefined) return null;
  const at = twin.line - 1;
  const line = lines[at] ?? "";
  const end = findClosingFence(lines);
  const isSame = lines.slice(0, end).filter((each) => each.trim() === line.trim()).length > 1;
  const isWhole = KEY.exec(line)?.[5] !== "" && !/^\s/.test(lines[at + 1] ?? "");
  if (!isSame || !isWhole) return { obstacle: "two-values" };
  return { kind: "drop-twin", lines: lines.toSpliced(at, 1) };
};

/** A block that YAML does not read: the first way to write it in which it reads further. */
const repairYaml: Repair = ({ lines, document }) => {
  const broken = document.issues.find(
    ({ code }) => code === "FRONTMATTER_INVALID_YAML" || code === "FRONTMATTER_NOT_MAPPING",
  );
  const end = findClosingFence(lines);
  if (broken === undefined || end < 1) return null;
  const block = lines.slice(1, end);
  if (block.every((line) => line.trim() === "")) return null; // nothing in it: what is missing is added
  if (block.length > MAX_HEADING_LINES || block.some((line) => line.length > MAX_LINE_CHARACTERS))
    return { obstacle: "yaml-unknown" };
  const before = readsTo(block);
  const fault = (broken.line ?? 1) - 2;
  const tries = [...listTries(block, fault)];
  const further = (each: Try) => readsTo(each.block) > before;
  const first =
    tries.find(further) ??
    tries
      .slice(0, MAX_FIRST_STEPS)
      .find((each) => readsTo(each.block) >= before && [...listTries(each.block, fault)].some(further));
  if (first === undefined) return { obstacle: "yaml-unknown" };
  return { kind: first.kind, lines: [lines[0] ?? "---", ...first.block, ...lines.slice(end)] };
};

export const YAML_REPAIRS: readonly Repair[] = [dropTwin, repairYaml];

/** How far a block is read: the line of its first fault; everything where it is a mapping. */
function readsTo(block: Block): number {
  const { frontMatter, issues } = readSkillDocument(["---", ...block, "---", ""].join("\n"));
  const fault = issues.find(
    ({ code }) => code.startsWith("FRONTMATTER_") && code !== "FRONTMATTER_DUPLICATE_KEY",
  );
  if (fault === undefined && frontMatter !== null) return Infinity;
  return fault?.code === "FRONTMATTER_NOT_MAPPING" ? 0 : (fault?.line ?? 0);
}
