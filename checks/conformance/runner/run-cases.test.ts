import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../adapters/registry";
import { memberAt, readFiles, type Adapter, type ConformanceCase } from "./conformance-case";
import { findDifference } from "./compare";
import { parseDisputed } from "./disputed";
import { isReported } from "./issue-expectation";
import { CASES_DIRECTORY, loadCases, readCases } from "./load-cases";
import { checkCase, runCases } from "./run-cases";

function testCase(id: string, kind = "echo", expectation: Record<string, unknown> = {}): ConformanceCase {
  return {
    id,
    title: id,
    group: "x",
    kind,
    requirements: [],
    basis: "explicit",
    input: {},
    expect: expectation,
  };
}

/** Fails the cases that expect it. */
const echo: Adapter = {
  kind: "echo",
  check: ({ expect: { fails } }) => {
    if (fails === "throws") throw new Error("broken");
    return fails === true ? ["as expected"] : [];
  },
};

describe("a run", () => {
  it("counts what passes, names what fails, and keeps what it does not understand apart", async () => {
    const cases = [
      testCase("A-1"),
      testCase("A-2", "echo", { fails: true }),
      testCase("A-3", "echo", { fails: "throws" }),
      testCase("B-1", "other"),
    ];
    const summary = await runCases(cases, [echo]);
    expect(summary.passed).toBe(1);
    expect(summary.failures).toEqual([
      { id: "A-2", reason: "as expected" },
      { id: "A-3", reason: "threw broken" },
    ]);
    expect(summary.runnerFaults).toEqual([{ id: "B-1", reason: "the runner does not know the kind other" }]);
  });

  it("a disputed case is counted apart, and fails when it passes or has no reason", async () => {
    const cases = [
      testCase("A-1", "echo", { fails: true }),
      testCase("A-2"),
      testCase("A-3", "echo", { fails: true }),
    ];
    const disputed = new Map([
      ["A-1", "the document says otherwise"],
      ["A-2", "it should fail"],
      ["A-3", ""],
    ]);
    const { passed, failures, disputed: apart } = await runCases(cases, [echo], disputed);
    expect(passed).toBe(0);
    expect(failures.map(({ id }) => id)).toEqual(["A-2", "A-3"]);
    expect(apart).toEqual([{ id: "A-1", reason: "the document says otherwise" }]);
  });

  it("a disputed case that is not understood is a fault of the runner all the same", async () => {
    const disputed = new Map([["B-1", "the document says otherwise"]]);
    const summary = await runCases([testCase("B-1", "other")], [echo], disputed);
    expect(summary).toMatchObject({ passed: 0, failures: [], disputed: [], runnerFaults: [{ id: "B-1" }] });
  });

  it("an adapter that cannot be started fails its own cases and no others", async () => {
    const broken: Adapter = { ...echo, kind: "broken", start: () => Promise.reject(new Error("no room")) };
    const { passed, failures } = await runCases([testCase("A-1", "broken"), testCase("A-2")], [broken, echo]);
    expect(passed).toBe(1);
    expect(failures).toEqual([{ id: "A-1", reason: "could not be started: no room" }]);
  });

  it("starts and stops an adapter once, also when a case throws", async () => {
    const calls: string[] = [];
    const adapter: Adapter = {
      ...echo,
      start: async () => void calls.push("start"),
      stop: async () => void calls.push("stop"),
    };
    await runCases([testCase("A-1"), testCase("A-2", "echo", { fails: "throws" })], [adapter]);
    expect(calls).toEqual(["start", "stop"]);
  });
});

it("a file that is no case is a fault under its name and stops no other", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "emporion-cases-"));
  const files = {
    "index.json": "[",
    "deep/A-1.json": JSON.stringify(testCase("A-1")),
    "A-2.json": "{",
    "A-3.json": JSON.stringify({ ...testCase("A-3"), input: null }),
    "A-4.json": "[]",
    "notes.md": "x",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
  const { cases, faults } = await readCases(directory);
  expect(cases.map(({ id }) => id)).toEqual(["A-1"]);
  expect(faults.map(({ id }) => id)).toEqual(["A-2", "A-3", "A-4"]);
  await expect(loadCases(directory)).rejects.toThrow("A-2");
  await rm(directory, { recursive: true });
});

it("disputed cases are the rows below their heading", () => {
  const text =
    "# Conformance\n\n| X-1 | no |\n\n## Disputed\n\n| id | reason |\n|---|---|\n| `EXO-IO-001` | because |\n\n## Other\n\n| Y-1 | no |\n";
  expect([...parseDisputed(text)]).toEqual([["EXO-IO-001", "because"]]);
});

describe("expectations", () => {
  it.each([
    ["$string", "x"],
    ["$regex:^a+$", "aa"],
    [{ one_of: [1, "b"] }, "b"],
    [null, undefined],
    [{ one_of: [{ length: 1 }, { length: 2 }] }, { length: 2 }],
    [
      ["a", { b: 1 }],
      ["a", { b: 1 }],
    ],
  ])("%j is met by %j", (expected, actual) => expect(findDifference(expected, actual)).toBeNull());

  it.each([
    ["$string", ""],
    ["$regex:^a+$", "b"],
    [{ one_of: [1, 2] }, 3],
    ["1", 1],
    [["a"], ["a", "b"]],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: null }, null],
  ])("%j is not met by %j", (expected, actual) => expect(findDifference(expected, actual)).not.toBeNull());

  it("a subset lets mappings hold more, lists not", () => {
    expect(findDifference({ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }], d: 3 }, { subset: true })).toBeNull();
    expect(findDifference({ a: [1] }, { a: [1, 2] }, { subset: true })).not.toBeNull();
  });

  it.each([
    [{ length: 2 }, true],
    [{ length: 1 }, false],
    [{ length: { one_of: [1, 2] } }, true],
    [{ item_where: { b: 1 } }, true],
    [{ item_where: { b: 3 } }, false],
    [{ no_item: { b: 3 }, length: 2 }, true],
    [{ no_item: { b: 1 } }, false],
    [{ b: 1 }, false],
  ])("a list inside an answer may be told about: %j is %s", (told, holds) => {
    const actual = { a: { list: [{ b: 1, c: 1 }, { b: 2 }] } };
    expect(findDifference({ a: { list: told } }, actual, { subset: true }) === null).toBe(holds);
  });

  it("an issue is found by path and severity; its code counts only without a path", () => {
    const issues = [{ path: "name", severity: "warning", code: "FIELD_FORMAT" }];
    expect(isReported({ path: "name", severity_in: ["error", "warning"], code: "OTHER" }, issues)).toBe(true);
    expect(isReported({ path: "name", severity: "error" }, issues)).toBe(false);
    expect(isReported({ path: "nam", severity: "warning" }, issues)).toBe(false);
    expect(isReported({ code: "FIELD_FORMAT", severity: "warning" }, issues)).toBe(true);
    expect(isReported({ code: "OTHER", severity: "warning" }, issues)).toBe(false);
  });
});

it("files may be text, bytes or generated", () => {
  const files = readFiles({ a: "x", b: { base64: "aGk=" }, c: { repeat: "ab", times: 3 } });
  expect(files.get("a")).toBe("x");
  expect(Buffer.from(files.get("b") as Uint8Array).toString()).toBe("hi");
  expect(files.get("c")).toBe("ababab");
  expect(memberAt({ a: [{ b: 1 }] }, "a[0].b")).toBe(1);
});

/** What an answer of the wrong kind looks like; an adapter that accepts it would accept anything. */
it.each<[string, Record<string, unknown>]>([
  ["skill_md", { results: { none: { valid: true } } }],
  ["detect", { includes: ["none"] }],
  ["status", { status: "none" }],
  ["convert", { install_mode: "none" }],
  ["examples", { kept: [99] }],
  ["author_agent", { author_agent: { name: "none" } }],
  ["badge", { text: "none" }],
  ["version_change", { change: "none" }],
  ["lifecycle", { managed: "none" }],
  ["allowed_tools", { tools: ["none"] }],
  ["lamports_to_sol", { sol: "none" }],
  ["hint_policy", { network: "none" }],
])("the adapter of %s can fail", async (kind, unmet) => {
  const cases = await loadCases(CASES_DIRECTORY);
  const adapter = ADAPTERS.find((candidate) => candidate.kind === kind) ?? echo;
  const some = cases.find((candidate) => candidate.kind === kind) ?? testCase("none");
  expect(await checkCase(adapter, { ...some, expect: unmet })).not.toEqual([]);
});
