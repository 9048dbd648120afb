/**
 * What a reader does not see, or some parser takes for a line break: control and format characters (bidirectional
 * ones among them), line and paragraph separators, unassigned and private ones, the byte order mark.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

type Spelling = (codePoint: number) => string;

/** `\uXXXX`, beyond the first plane as a surrogate pair: JSON. */
const asSurrogates: Spelling = (codePoint) => {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, at) => hex4(text.charCodeAt(at))).join("");
};

/** `\uXXXX`, beyond the first plane `\UXXXXXXXX`: YAML and TOML. */
const asCodePoint: Spelling = (codePoint) =>
  codePoint > 0xffff ? `\\U${codePoint.toString(16).padStart(8, "0")}` : hex4(codePoint);

const hex4 = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;

/** Half a surrogate pair is no character: no format holds it, so it becomes the replacement character. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, "�");
}

/**
 * A text between double quotes, on one line, with every hidden character spelled out. JSON, YAML and TOML agree on all
 * other escapes `JSON.stringify` writes.
 */
function quoteVisibly(text: string, spelling: Spelling): string {
  return JSON.stringify(wellFormed(text)).replaceAll(HIDDEN, (character) =>
    spelling(character.codePointAt(0) ?? 0),
  );
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
/** What some prompt format or Markdown reader acts on: code spans, `$ARGUMENTS`, `!`, `@`, braces, tags. */
const ACTIVE = /[`$!@{}<>&~]/g;

/**
 * JSON to stand in a Markdown fence, a prompt or a quoted here-document: inside its texts, everything such a place
 * could act on is an escape. Parses to the same value.
 */
export function inertJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(STRING, (text) =>
    quoteVisibly(JSON.parse(text) as string, asSurrogates).replaceAll(ACTIVE, (character) =>
      asSurrogates(character.charCodeAt(0)),
    ),
  );
}

const LINE_BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text as one code span, which nothing in it can close. */
export function codeSpan(text: string): string {
  const line = wellFormed(text).replaceAll(LINE_BREAKS, " ").trim();
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Lines as a fenced code block, which nothing in them can close. */
export function codeBlock(language: string, code: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** A text as one word of a POSIX shell. Throws RangeError for a NUL, which no word can hold. */
export function shellText(text: string): string {
  if (text.includes("\0")) throw new RangeError("A word of a shell holds no NUL.");
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as a TOML basic string on one line. */
export function tomlText(text: string): string {
  return quoteVisibly(text, asCodePoint);
}

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
