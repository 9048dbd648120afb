import { describe, expect, it } from "vitest";
import { Findings } from "../issues/issue";
import { readSkill } from "../skill-reading";
import { CHECK_PROFILES, DIALECTS } from "../types";
import { checkRows, keysBelow } from "./check-rows";
import { may, must, type Row } from "./dialect";
import { ROWS, TABLES } from "./registry";
import { atLeast, atMost, form, oneOf } from "./tests";

/** What a table says of a front matter, in short. */
function say(rows: readonly Row[], frontMatter: string): string[] {
  const view = readSkill(new Map([["SKILL.md", `---\n${frontMatter}\n---\n`]])).viewOf("usk");
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
    expect(say([may("a", kind, "")], frontMatter)).toEqual(said);
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
    expect(say([may("a", kind, "")], frontMatter)).toEqual([]);
    expect(say([must("a", kind, "")], frontMatter)).toEqual([
      expect.stringMatching(/^error FIELD_REQUIRED a [2-]$/) as string,
    ]);
  });
});

describe("a row", () => {
  const TESTS = [form((text) => text === "x", "is not x", "warning"), oneOf(["x", "y"])];

  it("is tested where the value is of its kind and there, in the order of its tests", () => {
    const row = must("a", "text", "", ...TESTS);
    expect(say([row], "a: x")).toEqual([]);
    expect(say([row], "a: y")).toEqual(["warning FIELD_FORMAT a 2"]);
    expect(say([row], "a: z")).toEqual(["warning FIELD_FORMAT a 2", "error FIELD_ENUM a 2"]);
    expect(say([row], "a: [z]")).toEqual(["error FIELD_TYPE a 2"]);
    expect(say([row], "a: ''")).toEqual(["error FIELD_REQUIRED a 2"]);
  });

  it("tests each text of a list where it stands, and no other entry", () => {
    const row: Row = { ...may("a", "texts", ""), each: TESTS };
    expect(say([row], "a:\n  - x\n  - y\n  - [z]\n  - ''")).toEqual([
      "error FIELD_TYPE a[2] 5",
      "error FIELD_REQUIRED a[3] 6",
      "warning FIELD_FORMAT a[1] 4",
    ]);
  });

  it("below a group counts only where the group is one, and tells the group's line where it is missing", () => {
    const rows = [may("g", "group", ""), must("g.a", "text", ""), may("g.b", "boolean", "")];
    expect(say(rows, "c: d")).toEqual([]);
    expect(say(rows, "g: d")).toEqual(["error FIELD_TYPE g 2"]);
    expect(say(rows, "g:\n  b: no\n  c: d")).toEqual([
      "warning FIELD_UNKNOWN g.c 4",
      "error FIELD_REQUIRED g.a 2",
      "error FIELD_TYPE g.b 3",
    ]);
  });

  it("says at most what its severity is, and nothing of what is quiet", () => {
    expect(say([{ ...may("a", "text", ""), otherKind: "info", quiet: true }], "a: [b]")).toEqual([
      "info FIELD_TYPE a 2",
    ]);
    expect(say([{ ...may("a", "text", ""), quiet: true }], "a: 5")).toEqual([]);
  });

  it.each([
    [atLeast(3), "ab", "FIELD_TOO_SHORT"],
    [atLeast(3), "abc", null],
    [atMost(3), "abc", null],
    [atMost(3), "abcd", "FIELD_TOO_LONG"],
    [atMost(3), "字字字", null],
    [atMost(3), "🧹🧹🧹", null],
  ])("counts characters: %# %s", (test, text, code) => {
    expect(say([may("a", "text", "", test)], `a: ${text}`)).toEqual(
      code === null ? [] : [`error ${code} a 2`],
    );
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
