import { describe, expect, test } from "vitest";
import { checkSkill } from "../check-skill";
import type { Dialect } from "../types";
import { EXO_BODY, EXO_FRONT_MATTER, skillFiles, USK_FILES, USK_FRONT_MATTER } from "../testing/build-skill";
import { applyEdits } from "./apply-edits";
import { FIX_KINDS, type FixKind, listFixes } from "./list-fixes";

const EXO_FILES = { "scripts/main.py": "print(1)\n" };

interface Case {
  kind: FixKind;
  dialect: Dialect;
  /** What the complete front matter is changed into, and what the fix makes of it. */
  broken: [from: string, to: string];
  mended: string;
  /** Put before the first line. */
  mark?: string;
}

const CASES: Case[] = [
  {
    kind: "byte-order-mark",
    dialect: "usk",
    broken: ["spec: usk/1.0", "spec: usk/1.0"],
    mended: "---",
    mark: "\uFEFF",
  },
  {
    kind: "quote-text",
    dialect: "usk",
    broken: ["license: MIT", "changelog: 2026-01-02\nlicense: MIT"],
    mended: 'changelog: "2026-01-02"',
  },
  {
    kind: "quote-colon",
    dialect: "usk",
    broken: ["description: Real-time", "description: Use it for: Real-time"],
    mended: 'description: "Use it for: Real-time web search with sources"',
  },
  {
    kind: "plain-number",
    dialect: "exo",
    broken: ["price_lamports: 5000", "price_lamports: 5,000"],
    mended: "  price_lamports: 5000",
  },
  {
    kind: "plain-number",
    dialect: "exo",
    broken: ["price_lamports: 5000", 'price_lamports: "5000" # each'],
    mended: "  price_lamports: 5000 # each",
  },
  {
    kind: "plain-boolean",
    dialect: "usk",
    broken: ["  network: true", "  network: yes"],
    mended: "  network: true",
  },
  {
    kind: "plain-boolean",
    dialect: "usk",
    broken: ["permissions:\n  network: true", 'permissions: { network: "false", filesystem: false }'],
    mended: "permissions: { network: false, filesystem: false }",
  },
  {
    kind: "kebab-name",
    dialect: "usk",
    broken: ["name: web-search", "name: Web_Search"],
    mended: "name: web-search",
  },
  {
    kind: "snake-capability",
    dialect: "usk",
    broken: ["capabilities: [web_search]", "capabilities: [news, Web-Search]"],
    mended: "capabilities: [news, web_search]",
  },
  {
    kind: "snake-capability",
    dialect: "usk",
    broken: ["capabilities: [web_search]", "capabilities:\n  - web-search"],
    mended: "  - web_search",
  },
  {
    kind: "semantic-version",
    dialect: "usk",
    broken: ["version: 1.0.0", "version: 1.0"],
    mended: "version: 1.0.0",
  },
  {
    kind: "semantic-version",
    dialect: "exo",
    broken: ["version: 1.0.0", 'version: "v1.0.0"'],
    mended: "version: 1.0.0",
  },
  {
    kind: "open-world-hint",
    dialect: "usk",
    broken: ["license: MIT", "annotations:\n  openWorldHint: false\n  readOnlyHint: false\nlicense: MIT"],
    mended: "  openWorldHint: true",
  },
  {
    kind: "close-schema",
    dialect: "exo",
    broken: ["    additionalProperties: false\n", ""],
    mended: "    additionalProperties: false",
  },
  {
    kind: "close-schema",
    dialect: "exo",
    broken: ["additionalProperties: false", "additionalProperties: true"],
    mended: "    additionalProperties: false",
  },
  {
    kind: "close-schema",
    dialect: "exo",
    broken: ["    maxProperties: 20\n", ""],
    mended: "    maxProperties: 20",
  },
  { kind: "default-field", dialect: "usk", broken: ["spec: usk/1.0\n", ""], mended: "spec: usk/1.0" },
  {
    kind: "default-field",
    dialect: "usk",
    broken: ["\nplatform_compatibility: [any]", ""],
    mended: "platform_compatibility: [any]",
  },
  { kind: "default-field", dialect: "exo", broken: ["  model: per_call\n", ""], mended: "  model: per_call" },
];

const BASES: Partial<Record<Dialect, ReturnType<typeof skillFiles>>> = {
  usk: skillFiles(USK_FRONT_MATTER, { files: USK_FILES }),
  exo: skillFiles(EXO_FRONT_MATTER, { body: EXO_BODY, files: EXO_FILES }),
};
const base = (dialect: Dialect) => BASES[dialect] ?? new Map<string, string>();
const textOf = (files: ReadonlyMap<string, unknown>) => String(files.get("SKILL.md"));

function issuesOf(files: Map<string, string | Uint8Array>, dialect: Dialect): string[] {
  return checkSkill({ files, dialects: [dialect] })
    .reports.flatMap(({ issues }) => issues)
    .filter(({ severity }) => severity !== "info")
    .map(({ code, path }) => `${code} ${path}`);
}

describe.each(CASES)(
  "$kind, $dialect: $mended",
  ({ kind, dialect, broken: [from, to], mended, mark = "" }) => {
    const files = new Map(base(dialect));
    const whole = textOf(files);
    const broken = mark + whole.replace(from, to);
    files.set("SKILL.md", broken);

    test("clears exactly what was said, and changes no other line", () => {
      expect(issuesOf(new Map(base(dialect)), dialect)).toEqual([]);
      expect(issuesOf(files, dialect)).not.toEqual([]);
      const fix = listFixes({ files, dialects: [dialect] }).find((each) => each.kind === kind);
      const after = applyEdits(broken, fix?.edits ?? []);
      expect(issuesOf(new Map(files).set("SKILL.md", after), dialect)).toEqual([]);
      const changed = after.split("\n").filter((line) => !broken.split("\n").includes(line));
      expect(changed.length).toBeLessThanOrEqual(1);
      expect(after.split("\n")).toContain(mended);
      expect(Math.abs(after.split("\n").length - broken.split("\n").length)).toBeLessThanOrEqual(1);
    });

    test("keeps the line ends of the file", () => {
      const windows = new Map(files).set("SKILL.md", broken.replaceAll("\n", "\r\n"));
      const fix = listFixes({ files: windows, dialects: [dialect] }).find((each) => each.kind === kind);
      const after = applyEdits(textOf(windows), fix?.edits ?? []);
      expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(issuesOf(new Map(windows).set("SKILL.md", after), dialect)).toEqual([]);
    });
  },
);

test("each kind of fix has a case", () => {
  expect(new Set(CASES.map(({ kind }) => kind))).toEqual(new Set(FIX_KINDS));
});

test.each([
  ["a name that letters would have to be invented for", "name: 网页搜索"],
  ["a price that is no number of lamports", "name: a-b\npricing:\n  model: per_call\n  price_lamports: 1.5"],
  ["a boolean that may mean anything", "name: a-b\nspec: usk/1.0\npermissions:\n  network: maybe"],
  [
    "a value that stands twice in its line",
    "name: a-b\nspec: usk/1.0\ncapabilities: [web-search, web-search]",
  ],
])("no fix is offered for %s", (_, frontMatter) => {
  const fixes = listFixes({
    files: skillFiles(`${frontMatter}\ndescription: Use it when needed.`),
    dialects: ["usk"],
  });
  expect(fixes.filter(({ kind }) => kind !== "default-field")).toEqual([]);
});

test("an edit for another text changes nothing", () => {
  expect(applyEdits("a\nb\n", [{ line: 2, removed: ["c"], added: ["d"] }])).toBe("a\nb\n");
  expect(applyEdits("a\n", [{ line: 9, removed: [], added: ["d"] }])).toBe("a\n");
  expect(
    applyEdits("a\nb", [
      { line: 1, removed: [], added: ["0"] },
      { line: 2, removed: ["b"], added: [] },
    ]),
  ).toBe("0\na");
});
