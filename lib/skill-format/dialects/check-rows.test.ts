import { describe, expect, it } from "vitest";
import { Findings } from "../issues/issue";
import { SkillReading } from "../skill-reading";
import { CHECK_PROFILES, DIALECTS } from "../types";
import { checkRows, keysBelow } from "./check-rows";
import { readRows, type Row } from "./dialect";
import { ROWS, TABLES } from "./registry";

const may = (path: string, kind: Row["kind"]): Row => ({ path, kind, rule: "" });
const must = (path: string, kind: Row["kind"]): Row => ({ ...may(path, kind), required: true });

/** What a table says of a front matter, in short. */
function say(rows: readonly Row[], frontMatter: string): string[] {
  const view = new SkillReading(new Map([["SKILL.md", `---\n${frontMatter}\n---\n`]])).viewOf("usk");
  const findings = new Findings();
  checkRows(rows, { map: view.frontMatter, view, findings });
  return findings.list.map(({ severity, code, path, line }) => `${severity} ${code} ${path} ${line ?? "-"}`);
}

describe("a field of a kind", () => {
  const type = "error FIELD_TYPE a 2";
  const coerced = "warning FIELD_COERCED a 2";
  it.each<[Row["kind"], string, string[]]>([
    ["text", "a: b", []],
    ["text", "a: '5'", []],
    ["text", "a: 5", [coerced]],
    ["text", "a: true", [coerced]],
    ["text", "a: 2026-01-02", [coerced]],
    ["text", "a: 2026-01-02 10:30", [coerced]],
    ["text", "a: 2026.01.02", []],
    ["text", "a: [b]", [type]],
    ["text", "a: {b: c}", [type]],
    ["written", "a: 5", []],
    ["written", "a: null", []],
    ["written", "a: [b]", [type]],
    ["number", "a: 5", []],
    ["number", "a: '5'", [type]],
    ["number", "a: b", [type]],
    ["boolean", "a: false", []],
    ["boolean", "a: 'false'", [type]],
    ["boolean", "a: yes", [type]],
    ["texts", "a: [b, c]", []],
    ["texts", "a: b", [type]],
    [
      "texts",
      "a: [5, '', ~, [b]]",
      [
        "warning FIELD_COERCED a[0] 2",
        "error FIELD_REQUIRED a[1] 2",
        "error FIELD_TYPE a[2] 2",
        "error FIELD_TYPE a[3] 2",
      ],
    ],
    ["tags", "a: b, c", [coerced]],
    ["tags", "a: {b: c}", [type]],
    ["tags", "a: [5]", ["warning FIELD_COERCED a[0] 2"]],
    ["tools", "a: b c", []],
    ["tools", "a: [b, {c: d}]", ["warning FIELD_TYPE a 2", "warning FIELD_TYPE a[1] 2"]],
    ["tools", "a: {b: c}", [type]],
    ["list", "a: [[b]]", []],
    ["list", "a: b", [type]],
    ["mapping", "a: {b: c}", []],
    ["mapping", "a: [b]", [type]],
    ["group", "a: {b: c}", ["warning FIELD_UNKNOWN a.b 2"]],
    ["group", "a: b", [type]],
    ["any", "a: [b]", []],
  ])("%s as %j gives %j", (kind, frontMatter, said) => {
    expect(say([may("a", kind)], frontMatter)).toEqual(said);
  });

  it.each<[Row["kind"], string]>([
    ["text", "a: ''"],
    ["text", "a: '  '"],
    ["tools", "a: ~"],
    ["written", "a:"],
    ["number", "a: ~"],
    ["texts", "b: c"],
    ["group", "a: null"],
  ])("%s left out as %j is missing only where it must be there", (kind, frontMatter) => {
    expect(say([may("a", kind)], frontMatter)).toEqual([]);
    expect(say([must("a", kind)], frontMatter)).toEqual([
      expect.stringMatching(/^error FIELD_REQUIRED a [2-]$/) as string,
    ]);
  });
});

describe("a row", () => {
  const TESTS = [
    { matches: "^x$", code: "FIELD_FORMAT", severity: "warning", says: "is not x" },
    { matches: "^[xy]$", code: "FIELD_ENUM", says: "is neither" },
  ];
  const read = (row: object) => readRows([{ path: "a", rule: "", ...row }], {});

  it("is tested where the value is of its kind and there, in the order of its tests", () => {
    const rows = read({ kind: "text", required: true, tests: TESTS });
    expect(say(rows, "a: x")).toEqual([]);
    expect(say(rows, "a: y")).toEqual(["warning FIELD_FORMAT a 2"]);
    expect(say(rows, "a: z")).toEqual(["warning FIELD_FORMAT a 2", "error FIELD_ENUM a 2"]);
    expect(say(rows, "a: [z]")).toEqual(["error FIELD_TYPE a 2"]);
    expect(say(rows, "a: ''")).toEqual(["error FIELD_REQUIRED a 2"]);
  });

  it("tests each text of a list where it stands, and no other entry", () => {
    const rows = read({ kind: "texts", each: TESTS });
    expect(say(rows, "a:\n  - x\n  - y\n  - [z]\n  - ''")).toEqual([
      "error FIELD_TYPE a[2] 5",
      "error FIELD_REQUIRED a[3] 6",
      "warning FIELD_FORMAT a[1] 4",
    ]);
  });

  it("below a group counts only where the group is one, and tells the group's line where it is missing", () => {
    const rows = [may("g", "group"), must("g.a", "text"), may("g.b", "boolean")];
    expect(say(rows, "c: d")).toEqual([]);
    expect(say(rows, "g: d")).toEqual(["error FIELD_TYPE g 2"]);
    expect(say(rows, "g:\n  b: no\n  c: d")).toEqual([
      "warning FIELD_UNKNOWN g.c 4",
      "error FIELD_REQUIRED g.a 2",
      "error FIELD_TYPE g.b 3",
    ]);
  });

  it("says at most what its severity is, and nothing of what is quiet", () => {
    expect(say([{ ...may("a", "text"), otherKind: "info", quiet: true }], "a: [b]")).toEqual([
      "info FIELD_TYPE a 2",
    ]);
    expect(say([{ ...may("a", "text"), quiet: true }], "a: 5")).toEqual([]);
  });

  it.each([
    [{ min: "METADATA_DESCRIPTION_MIN" }, "a".repeat(9), ["error FIELD_TOO_SHORT a 2"]],
    [{ min: "METADATA_DESCRIPTION_MIN" }, "a".repeat(10), []],
    [{ max: "NAME_MAX_CHARACTERS" }, "a".repeat(64), []],
    [{ max: "NAME_MAX_CHARACTERS" }, "a".repeat(65), ["error FIELD_TOO_LONG a 2"]],
    [{ max: "NAME_MAX_CHARACTERS" }, "字".repeat(64), []],
    [{ max: "NAME_MAX_CHARACTERS" }, "🧹".repeat(64), []],
    [{ values: ["x", "y"] }, "y", []],
    [{ values: ["x", "y"] }, "z", ["error FIELD_ENUM a 2"]],
    [{ values: ["x"], otherKind: "warning" }, "z", ["warning FIELD_ENUM a 2"]],
    [{ values: "USK_RUNTIMES" }, "node", []],
    [{ tests: ["semver"] }, "v1", ["error FIELD_FORMAT a 2"]],
    [{ tests: [{ test: "semver", severity: "info" }] }, "v1", ["info FIELD_FORMAT a 2"]],
    [{ missing: { code: "FIELD_RANGE", says: "{EXO_MAX_PROPERTIES}" } }, "''", ["error FIELD_RANGE a 2"]],
  ])("%j says of %s %j", (row, text, said) => {
    expect(say(read({ kind: "text", ...row }), `a: ${text}`)).toEqual(said);
  });

  it("has the words and numbers of its constants in its texts", () => {
    const [row] = read({ kind: "text", values: ["x", "y"], rule: "{values}, {EXO_MAX_PROPERTIES}" });
    expect(row?.rule).toBe("`x`, `y`, 20");
  });

  it.each([
    ["a test", { tests: ["nothing"] }],
    ["a constant", { rule: "{NOTHING}" }],
    ["values", { rule: "{values}" }],
  ])("is no row when it names %s that is not there", (_what, row) => {
    expect(() => read({ kind: "text", ...row })).toThrow();
  });
});

describe.each(CHECK_PROFILES)("the table of %s", (profile) => {
  const rows = ROWS[profile];

  it("has each field once, its group before it, and no empty group", () => {
    const paths = rows.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const [at, path] of paths.entries()) {
      const parent = path.slice(0, Math.max(0, path.lastIndexOf(".")));
      if (parent !== "") expect(paths.slice(0, at)).toContain(parent);
    }
    for (const { path, kind } of rows) if (kind === "group") expect(keysBelow(rows, path)).not.toEqual([]);
  });

  it("is shown by keys of its own", () => {
    expect(keysBelow(rows, "")).toEqual(expect.arrayContaining([...(TABLES[profile].signs ?? [])]));
  });
});

it("fields that mean the same are in at least two documents", () => {
  const meanings = DIALECTS.flatMap((dialect) => ROWS[dialect].flatMap(({ means }) => means ?? []));
  for (const meaning of meanings)
    expect(meanings.filter((each) => each === meaning).length).toBeGreaterThan(1);
});
