import { asCodePoint, quoteVisibly } from "./quote-visibly";

/** Members of a block mapping, in order. Lists hold texts. */
export type YamlEntries = readonly (readonly [key: string, value: string | readonly string[] | YamlBlock])[];

/** A mapping inside a mapping. */
interface YamlBlock {
  readonly members: YamlEntries;
}

const PLAIN_KEY = /^[a-z][a-z0-9_-]*$/i;
/** Words that some YAML reader takes for something else than a text. */
const NOT_PLAIN = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/**
 * YAML in block style with every text in double quotes on one line: read alike by YAML 1.1, YAML 1.2, strict readers
 * that know no flow style, and readers that look for `---` line by line.
 */
export function yamlBlock(entries: YamlEntries, indent = ""): string {
  return entries.map(([key, value]) => entry(key, value, indent)).join("");
}

function entry(key: string, value: string | readonly string[] | YamlBlock, indent: string): string {
  const name = `${indent}${yamlKey(key)}:`;
  if (typeof value === "string") return `${name} ${yamlText(value)}\n`;
  if ("members" in value) return `${name}\n${yamlBlock(value.members, `${indent}  `)}`;
  return `${name}\n${value.map((text) => `${indent}  - ${yamlText(text)}\n`).join("")}`;
}

/** A text as a YAML scalar. */
export function yamlText(text: string): string {
  return quoteVisibly(text, asCodePoint);
}

function yamlKey(key: string): string {
  return PLAIN_KEY.test(key) && !NOT_PLAIN.test(key) ? key : yamlText(key);
}
