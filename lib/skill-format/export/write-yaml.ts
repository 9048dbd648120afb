import type { ListNode, MapNode, ScalarNode, YamlNode } from "../yaml/node";

/** A key no reader of YAML 1.1 or 1.2 takes for a number, a boolean or null. */
const PLAIN_KEY = /^(?!(?:true|false|yes|no|on|off|null|y|n)$|.*---)[A-Za-z_][A-Za-z0-9_.-]{0,200}$/i;

/** Characters that JSON leaves as they are and YAML does not print, or older readers take for line ends. */
const UNPRINTABLE = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Besides control characters, which nobody writes into a YAML file on purpose. */
const UNSAFE = /[^\P{Cc}\t\r\n]|[\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** True for a line another reader of YAML may refuse or cut in two, whatever ours makes of it. */
export function isUnsafe(line: string): boolean {
  return UNSAFE.test(line);
}

/** Nothing that single quotes cannot hold as it is, nor what a careless reader takes for a fence. */
const NEEDS_ESCAPES = /[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF']|---/u;

/**
 * A key and its value as block style YAML, line by line without line ends. Texts are always in quotes, so that
 * nothing in them can be read as YAML; numbers and booleans keep the text they were written with.
 */
export function writeEntry(key: string, node: YamlNode, indent = ""): string[] {
  const name = `${indent}${PLAIN_KEY.test(key) ? key : quoteText(key)}:`;
  if (node.kind === "scalar") return [`${name} ${writeScalar(node)}`];
  if (isEmpty(node)) return [`${name} ${node.kind === "list" ? "[]" : "{}"}`];
  return [name, ...writeBlock(node, `${indent}  `)];
}

/**
 * A text as a quoted YAML scalar, which is the same text in every version of YAML. No three hyphens stand together in
 * it: the reference implementation of Agent Skills takes them for the end of the front matter.
 */
function quoteText(text: string): string {
  // JSON inside a text stays readable in single quotes
  if (text.includes('"') && !NEEDS_ESCAPES.test(text)) return `'${text}'`;
  const quoted = JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return quoted.includes("---") ? quoted.replaceAll("--", "-\\x2d") : quoted;
}

function writeBlock(node: ListNode | MapNode, indent: string): string[] {
  if (node.kind === "list") return node.items.flatMap((item) => writeItem(item, indent));
  return [...node.entries].flatMap(([key, value]) => writeEntry(key, value, indent));
}

function writeItem(item: YamlNode, indent: string): string[] {
  if (item.kind === "scalar") return [`${indent}- ${writeScalar(item)}`];
  if (isEmpty(item)) return [`${indent}- ${item.kind === "list" ? "[]" : "{}"}`];
  const [first = "", ...rest] = writeBlock(item, `${indent}  `);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

function writeScalar(node: ScalarNode): string {
  if (node.type === "null") return "null";
  return node.type === "text" ? quoteText(node.source) : node.source;
}

function isEmpty(node: ListNode | MapNode): boolean {
  return node.kind === "list" ? node.items.length === 0 : node.entries.size === 0;
}
