import { DIALECT_KEYS, dialectTitle, type Issue } from "@/lib/skill-format";
import type { Row } from "@/lib/skill-format/dialects/dialect";
import { ROWS, TABLES } from "@/lib/skill-format/dialects/registry";
import { ISSUE_MEANINGS } from "@/lib/skill-format/issues/issue-codes";
import { MANIFEST_FIELDS } from "./manifest-fields";
import { drop, issuesOf, set, skillText, type DialectPage, type Sample } from "./page";

const NOTICE =
  "<!-- Written by `npm run docs:dialects` from the checks themselves; edit scripts/dialect-docs. -->";

/** A page as Markdown: fields, what the checks answer, an example that passes. */
export function renderPage(page: DialectPage): string {
  const { profile, about, example, tries } = page;
  return (
    [
      `# ${dialectTitle(profile)}`,
      NOTICE,
      ...about,
      `In requests and reports, this dialect is called \`${profile}\`. [Issue codes](issue-codes.md) explains the codes.`,
      "## Fields",
      table(
        ["field", "kind", "rule", "section", "if left out", "if of another kind"],
        Object.entries(TABLES[profile].sections).flatMap(([section, rows]) =>
          rows.map((row) => [`\`${row.path}\``, kindOf(row), row.rule, section, ...describeField(page, row)]),
        ),
      ),
      "## Examples of verdicts",
      "Each row is the skill below with one change, and what the check says about it.",
      table(
        ["written", "verdict"],
        tries.map(([written, change]) => [written, describe(page, change(example))]),
      ),
      "## A skill that passes",
      "`SKILL.md`:",
      fenced("markdown", skillText(example)),
      ...Object.entries(example.files)
        .filter(([, text]) => text !== "")
        .flatMap(([path, text]) => [`\`${path}\`:`, fenced(languageOf(path), text)]),
    ].join("\n\n") + "\n"
  );
}

/** The table of all codes. */
export function renderCodes(): string {
  const rows = Object.entries(ISSUE_MEANINGS).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return (
    [
      "# Issue codes",
      NOTICE,
      "An issue has a severity (`error`, `warning` or `info`), a code, a path, a message, and the line if there is one. The path is a key path of the front matter such as `pricing.price_lamports`, `frontmatter`, `body`, or a path in the package such as `tools/tools.yaml#tools[0].type`. A skill is valid in a dialect if there is no error.",
      table(["code", "meaning"], rows),
    ].join("\n\n") + "\n"
  );
}

/** Where each field of the canonical manifest is checked, shown and given out. */
export function renderFields(pages: readonly DialectPage[]): string {
  const checkedBy = (key: string | null) =>
    pages
      .filter(({ profile }) => ROWS[profile].some(({ path }) => key === path || key?.startsWith(`${path}.`)))
      .map(({ profile }) => `[${profile}](${profile}.md)`);
  const code = (text: string) => `\`${text}\``;
  const rows = Object.entries(MANIFEST_FIELDS).map(([path, { key, api, page, as, why }]) => {
    const checks = checkedBy(key);
    const [schema, member] = api?.startsWith("schema:") ? [" of the schema", api.slice(7)] : ["", api];
    return [
      code(path),
      key === null ? "several places" : code(key),
      checks.length === 0 ? "the file as a whole" : checks.join(", "),
      member === null ? "no" : code(member) + schema,
      page ?? "no",
      [as, why].filter((text) => text !== undefined).join("; ") || "the value",
    ];
  });
  return (
    [
      "# Where each field goes",
      NOTICE,
      "Every format is read into one canonical manifest. It is stored with the version (`SkillVersions.manifest`). This table says of each field from which key it is read, which formats check that key, where an agent finds it, and in which part of the skill's page it stands. A test publishes a skill that has every field and looks for each where the table says.",
      'Members are those of `GET /v1/skills/{id}`; "of the schema" are those of `GET /v1/agent/skills/{id}/schema`. What stands under `declared` is the author\'s word, and nobody has checked it. `emporion add` prints `allowed-tools` and `compatibility`.',
      table(["field", "read from", "checked by", "member of the API", "on the page", "remark"], rows),
    ].join("\n\n") + "\n"
  );
}

/** The list of the pages. */
export function renderIndex(pages: readonly DialectPage[]): string {
  const rows = pages.map(({ profile }) => [
    `[${dialectTitle(profile)}](${profile}.md)`,
    `\`${profile}\``,
    String(DIALECT_KEYS[profile].length),
    String(ROWS[profile].length),
  ]);
  return (
    [
      "# Dialects",
      NOTICE,
      "Five documents specify how a SKILL.md is written. None overrules another: each has its own verdict on a skill. A sixth profile follows today's reference implementation of Agent Skills.",
      table(["document", "name", "keys at the top level", "fields described"], rows),
      "[Differences](differences.md) says where two documents contradict each other, and what was decided. [Where each field goes](fields.md) says where a field is shown and given out. [Issue codes](issue-codes.md) explains the codes of a report.",
    ].join("\n\n") + "\n"
  );
}

const SHOWN_KINDS = {
  text: "text",
  written: "text",
  tools: "text",
  number: "number",
  boolean: "boolean",
  list: "list",
  texts: "list",
  tags: "list",
  mapping: "mapping",
  group: "mapping",
  any: "any",
} as const;

const kindOf = ({ shown, kind }: Row) => shown ?? SHOWN_KINDS[kind];

/** Left out, and of another kind. */
function describeField(page: DialectPage, row: Row): [string, string] {
  const { example } = page;
  const without = describe(page, drop(row.path)(example), row.path);
  const other = describe(page, set(row.path, OTHER_KIND[kindOf(row)])(example), row.path);
  return [without, other];
}

const OTHER_KIND = {
  text: "[a]",
  number: "'5'",
  boolean: "'true'",
  list: "text",
  mapping: "text",
  any: "[a]",
} as const;

/** What the checks say, shortest first: at the path asked about, else everything that is new. */
function describe({ profile, example }: DialectPage, sample: Sample, path?: string): string {
  const before = new Set(issuesOf(profile, example).map(shorten));
  const found = issuesOf(profile, sample).filter(({ severity }) => severity !== "info");
  const at = found.filter((issue) => path !== undefined && issue.path === path);
  const told = at.length > 0 ? at.map(withoutPath) : found.map(shorten).filter((issue) => !before.has(issue));
  return told.length === 0 ? "nothing" : [...new Set(told)].join(", ");
}

function withoutPath({ severity, code }: Issue): string {
  return `${severity} \`${code}\``;
}

function shorten(issue: Issue): string {
  return `${withoutPath(issue)} at \`${issue.path}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`).join("\n");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function fenced(language: string, text: string): string {
  const fence = text.includes("```") ? "````" : "```";
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

function languageOf(path: string): string {
  return { py: "python", yaml: "yaml", json: "json", md: "markdown" }[path.replace(/^.*\./, "")] ?? "text";
}
