import { checkSkill, type CheckSkillInput } from "../check-skill";
import { EXO_MAX_PROPERTIES, USK_SPEC } from "../constants";
import { isKebabCase } from "../dialects/dialect";
import { isStandardInterface } from "../dialects/usk";
import { readSkillDocument } from "../document/read-skill-document";
import type { Issue } from "../issues/issue";
import type { IssueCode } from "../issues/issue-codes";
import type { SkillFiles } from "../types";
import { meantVersion } from "../values/versions";
import { booleanAt, EMPTY_MAP, mapAt, nodeAt, type MapNode, type YamlNode } from "../yaml/node";
import { applyEdits, type LineEdit } from "./apply-edits";

/** What a fix does. */
export const FIX_KINDS = [
  "byte-order-mark",
  "quote-text",
  "plain-number",
  "plain-boolean",
  "kebab-name",
  "snake-capability",
  "semantic-version",
  "open-world-hint",
  "close-schema",
  "default-field",
  "quote-colon",
] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** A change of SKILL.md that clears what is said about one path and changes nothing else. */
export interface Fix {
  /** Kind and path: the same text gives the same ids. */
  readonly id: string;
  readonly kind: FixKind;
  readonly code: IssueCode;
  readonly path: string;
  readonly edits: readonly LineEdit[];
}

/** SKILL.md as the fixes see it. */
interface FixSource {
  /** Lines without their ends; the first is `lines[0]`. */
  readonly lines: readonly string[];
  /** No keys when the block cannot be read. */
  readonly frontMatter: MapNode;
}

/** A way to mend what some codes say of some paths. One of `rewrite`, `line` and `edit` says how; null: not this one. */
interface FixRow {
  readonly kind: FixKind;
  readonly codes: readonly IssueCode[];
  /** All paths if left out. */
  readonly paths?: RegExp;
  /** The value that is written in place of the scalar at the path. */
  readonly rewrite?: (text: string, plain: boolean) => string | null;
  /** The line that takes the place of the one the issue names. */
  readonly line?: (line: string) => string | null;
  readonly edit?: (path: string, source: FixSource) => LineEdit | null;
  /** The path that is mended, where it is another one. */
  readonly at?: string;
}

/** `description: Use it when: …` at the top level: a plain text that holds a colon and a blank. */
const COLON_IN_TEXT = /^([A-Za-z_][\w-]*):\s+([^"'[{|>&*!%@`#\s][^#]*:\s.*?)\s*$/;

/** A value that begins with a sign of YAML, or goes on behind its brackets or quotes, and so was meant as a text. */
const SIGN_FIRST =
  /^(\s*(?:-\s+)?[A-Za-z_][\w-]*:\s+|\s*-\s+)([@`%*].*|(?:\[[^\]]*\]|\{[^}]*\}|"[^"]*"|'[^']*')\s*[^\s#,:].*)$/;

/** Digits in groups of three, as people write them. */
const GROUPED = /^\d{1,3}(?:[,_ ]\d{3})+$/;

/** What YAML 1.1 took for booleans, and YAML 1.2 reads as texts (docs/dialects/differences.md). */
const MEANT: ReadonlyMap<string, "true" | "false"> = new Map([
  ["true", "true"],
  ["yes", "true"],
  ["on", "true"],
  ["false", "false"],
  ["no", "false"],
  ["off", "false"],
]);

const SCHEMA = "io.input_schema";
/** The input schema of a skill that can be bought takes no properties it does not declare (Exo §2). */
const CLOSED: ReadonlyMap<string, string> = new Map([
  [`${SCHEMA}.additionalProperties`, "false"],
  [`${SCHEMA}.maxProperties`, String(EXO_MAX_PROPERTIES)],
]);

/** The first row that knows what to do about a path is asked; a version is made whole before it is quoted. */
const ROWS: readonly FixRow[] = [
  {
    kind: "byte-order-mark",
    codes: ["BOM_PRESENT"],
    line: (line) => (line.startsWith("\uFEFF") ? line.slice(1) : null),
  },
  // a text with `: ` inside cannot stand without quotes in YAML; it gets them
  {
    kind: "quote-colon",
    codes: ["FRONTMATTER_INVALID_YAML"],
    line: (line) => quoteGroup(COLON_IN_TEXT, line, ": "),
  },
  {
    kind: "quote-text",
    codes: ["FRONTMATTER_INVALID_YAML"],
    line: (line) => quoteGroup(SIGN_FIRST, line.trimEnd(), ""),
  },
  { kind: "quote-text", codes: ["TEXT_CUT"], edit: quoteCut },
  // a name that only differs by capitals, blanks, underscores or dots from kebab-case
  {
    kind: "kebab-name",
    codes: ["FIELD_FORMAT"],
    paths: /^(?:name|id)$/,
    rewrite: (text) => {
      const name = text
        .toLowerCase()
        .replace(/[\s_.-]+/g, "-")
        .replace(/^-|-$/g, "");
      return isKebabCase(name) ? name : null;
    },
  },
  { kind: "semantic-version", codes: ["FIELD_FORMAT"], paths: /^version$/, rewrite: meantVersion },
  // a number, boolean or date that is meant as a text, so that no reader takes it for something else
  { kind: "quote-text", codes: ["FIELD_COERCED"], rewrite: (text, plain) => (plain ? `"${text}"` : null) },
  // a whole number with quotes or separators: `"20,000"` becomes `20000`
  {
    kind: "plain-number",
    codes: ["FIELD_TYPE", "FIELD_RANGE"],
    paths: /^(?:pricing\.price_lamports|runtime\.timeout_seconds|io\.input_schema\.maxProperties)$/,
    rewrite: (text) => {
      const number = GROUPED.test(text) ? text.replace(/[,_ ]/g, "") : text;
      return /^(?:0|[1-9]\d*)$/.test(number) ? number : null;
    },
  },
  {
    kind: "plain-boolean",
    codes: ["FIELD_TYPE"],
    paths: /^(?:permissions\.(?:network|filesystem|subprocess)|annotations\.\w+Hint)$/,
    rewrite: (text) => MEANT.get(text.toLowerCase()) ?? null,
  },
  {
    kind: "snake-capability",
    codes: ["FIELD_FORMAT"],
    paths: /^capabilities\[\d+\]$/,
    rewrite: (text) => {
      const tag = text.toLowerCase().replace(/[\s-]+/g, "_");
      return /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(tag) ? tag : null;
    },
  },
  // declared network access: the stricter of two contradicting statements wins
  {
    kind: "open-world-hint",
    codes: ["PERMISSION_MISMATCH"],
    paths: /^(?:annotations\.openWorldHint|permissions\.network)$/,
    at: "annotations.openWorldHint",
    edit: (path, source) =>
      booleanAt(source.frontMatter, "permissions", "network") === true
        ? rewriteValue(source, path, () => "true")
        : null,
  },
  { kind: "close-schema", codes: ["SCHEMA_OPEN", "SCHEMA_TOO_WIDE"], edit: closeSchema },
  // a field whose only sensible value the documents name themselves
  { kind: "default-field", codes: ["RECOMMENDED_MISSING", "FIELD_REQUIRED"], edit: addDefault },
];

/** Puts the second group of a pattern in quotes, behind the first; null where the line is another one. */
function quoteGroup(pattern: RegExp, line: string, between: string): string | null {
  const [, head, text] = pattern.exec(line) ?? [];
  return head === undefined || text === undefined ? null : head + between + JSON.stringify(text);
}

/** A text over more lines is left alone. */
const MAX_LINES = 40;

/** A text that a comment cuts gets quotes around all of it, on one line. */
function quoteCut(path: string, { frontMatter, lines }: FixSource): LineEdit | null {
  const node = nodeOf(frontMatter, path);
  if (node?.kind !== "scalar" || node.line < 1) return null;
  const { source, comment = "", dropped = "" } = node;
  if (comment === "" && dropped === "") return null;
  const written = `${dropped} ${source}${comment.replace(/\n[ \t]*/, " ")}`.trim();
  const key = /([^.[\]]+)$/.exec(path)?.[1];
  const first = node.line - 1;
  let text = "";
  for (let last = first; last < Math.min(first + MAX_LINES, lines.length); last += 1) {
    text = last === first ? (lines[last] ?? "").trimEnd() : `${text} ${(lines[last] ?? "").trim()}`;
    if (!text.endsWith(written)) continue;
    const head = text.slice(0, -written.length);
    if (!head.trimEnd().endsWith(key === undefined ? "-" : `${key}:`)) continue;
    return {
      line: node.line,
      removed: lines.slice(first, last + 1),
      added: [head + JSON.stringify(written)],
    };
  }
  return null;
}

function closeSchema(path: string, source: FixSource): LineEdit | null {
  const { frontMatter, lines } = source;
  const wanted = CLOSED.get(path);
  if (wanted === undefined) return null;
  if (nodeAt(frontMatter, ...path.split(".")) !== undefined) return rewriteValue(source, path, () => wanted);
  // A new line beside the `type` of the schema, with its indentation; a schema in braces is left to its author.
  const type = nodeAt(frontMatter, ...SCHEMA.split("."), "type");
  const [, indent] = /^(\s+)type\s*:\s/.exec(lines[(type?.line ?? 0) - 1] ?? "") ?? [];
  if (type === undefined || indent === undefined) return null;
  return insert(type.line + 1, `${indent}${path.slice(SCHEMA.length + 1)}: ${wanted}`);
}

function addDefault(path: string, { frontMatter, lines }: FixSource): LineEdit | null {
  if (path === "spec") return insert(2, `spec: ${USK_SPEC}`);
  if (path === "platform_compatibility" && isStandardInterface(frontMatter)) {
    const closingFence = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line));
    return insert(closingFence + 1, "platform_compatibility: [any]");
  }
  if (path !== "pricing.model" || mapAt(frontMatter, "pricing") === undefined) return null;
  const price = nodeAt(frontMatter, "pricing", "price_lamports");
  const [, indent] = /^(\s+)price_lamports\s*:/.exec(lines[(price?.line ?? 0) - 1] ?? "") ?? [];
  return price === undefined || indent === undefined ? null : insert(price.line, `${indent}model: per_call`);
}

const insert = (line: number, text: string): LineEdit => ({ line, removed: [], added: [text] });

/** Each proposal is proven by another check, so their number and the size of what is checked again are bounded. */
const MAX_PROPOSALS = 12;
const MAX_CHARACTERS = 64 * 1024;
/** Longer lines are left alone: an expression over them would take long. */
const MAX_LINE_CHARACTERS = 1_000;

/** As everywhere in the formats: `skill.md` where there is no other. */
const fileOf = (files: SkillFiles) => (files.has("SKILL.md") ? "SKILL.md" : "skill.md");

/**
 * The safe fixes of a package's SKILL.md. Each is proven before it is offered: with it, what was said about its path is
 * gone and no dialect says anything new. Nothing is offered for a text of more than 64 Ki characters. Never throws.
 */
export function listFixes(input: CheckSkillInput): Fix[] {
  const text = textOfFile(input.files);
  if (text === null || text.length > MAX_CHARACTERS) return [];
  const issues = issuesOf(input);
  const source = {
    lines: text.split("\n").map((line) => line.replace(/\r$/, "")),
    frontMatter: readSkillDocument(text).frontMatter ?? EMPTY_MAP,
  };
  const proposals = new Map<string, Fix>();
  for (const row of ROWS) {
    for (const { code, path, line } of issues) {
      const at = row.at ?? path;
      if (!row.codes.includes(code) || row.paths?.test(path) === false || proposals.has(at)) continue;
      const edit = findEdit(row, at, line, source);
      if (edit !== null)
        proposals.set(at, { id: `${row.kind}:${at}`, kind: row.kind, code, path: at, edits: [edit] });
    }
  }
  return [...proposals.values()]
    .slice(0, MAX_PROPOSALS)
    .filter((fix) => isProven(fix, { input, text, issues }));
}

function findEdit(row: FixRow, path: string, line: number | undefined, source: FixSource): LineEdit | null {
  if (row.edit !== undefined) return row.edit(path, source);
  if (row.rewrite !== undefined) return rewriteValue(source, path, row.rewrite);
  const from = source.lines[(line ?? 0) - 1];
  if (line === undefined || from === undefined || from.length > MAX_LINE_CHARACTERS) return null;
  const to = row.line?.(from) ?? null;
  return to === null ? null : { line, removed: [from], added: [to] };
}

/** True when the changed text is told less than before about the path, and nothing new about anything. */
function isProven(
  fix: Fix,
  { input, text, issues }: { input: CheckSkillInput; text: string; issues: readonly Issue[] },
): boolean {
  const changed = applyEdits(text, fix.edits);
  if (changed === text) return false;
  const after = issuesOf({ ...input, files: new Map(input.files).set(fileOf(input.files), changed) });
  const isSame = (one: Pick<Issue, "code" | "path">, other: Issue) =>
    one.code === other.code && one.path === other.path;
  if (after.some((issue) => isSame(fix, issue))) return false;
  // A block that could not be read is told more once it can be.
  if (fix.code === "FRONTMATTER_INVALID_YAML") return true;
  return after.every(
    (issue) =>
      issues.some((before) => isSame(issue, before)) ||
      // of a whole text more can be said than of the half of it
      (fix.code === "TEXT_CUT" && issue.path === fix.path && issue.severity !== "error"),
  );
}

/** Errors, warnings and the remark on a version that is read as another one, of every dialect. */
function issuesOf(input: CheckSkillInput): Issue[] {
  const issues = checkSkill(input).reports.flatMap((report) => report.issues);
  return issues.filter(
    ({ severity, code, path }) => severity !== "info" || (code === "FIELD_FORMAT" && path === "version"),
  );
}

function textOfFile(files: SkillFiles): string | null {
  const source = files.get(fileOf(files));
  if (source === undefined || typeof source === "string") return source ?? null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return null;
  }
}

/** The node a path such as `capabilities[1]`, `pricing.price_lamports` or `examples[0].name` names. */
function nodeOf(map: MapNode, path: string): YamlNode | undefined {
  let node: YamlNode | undefined = map;
  for (const [, key, index] of path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) node = node?.kind === "list" ? node.items[Number(index)] : undefined;
    else node = node?.kind === "map" && key !== undefined ? node.entries.get(key) : undefined;
  }
  return node;
}

/**
 * Writes another value for the scalar of a path, when that stands on one line and only once there: as `key: value`, in a
 * block or in braces, or as an entry of a list. Null otherwise; a text that is not found for certain is not changed.
 */
function rewriteValue(
  { lines, frontMatter }: FixSource,
  path: string,
  rewrite: (text: string, plain: boolean) => string | null,
): LineEdit | null {
  const node = nodeOf(frontMatter, path);
  if (node?.kind !== "scalar" || node.line < 1) return null;
  const from = lines[node.line - 1];
  if (from === undefined || from.length > MAX_LINE_CHARACTERS) return null;
  const value = escape(node.source.trim());
  const written = `("${value}"|'${value}'|${value})`;
  const key = /^(?:.*\.)?([^.[\]]+)$/.exec(path)?.[1];
  const before = key === undefined ? "(?<=[[,]\\s*|-\\s+)" : `(?<=(?:^|[\\s{,])${escape(key)}\\s*:\\s+)`;
  const after = "(?=\\s*(?:[,}\\]]|$)|\\s+#)";
  const found = [...from.matchAll(new RegExp(before + written + after, "g"))];
  const [only] = found;
  const replacement = rewrite(node.source.trim(), node.plain);
  if (found.length !== 1 || only === undefined || replacement === null) return null;
  const to = from.slice(0, only.index) + replacement + from.slice(only.index + only[0].length);
  return { line: node.line, removed: [from], added: [to] };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
