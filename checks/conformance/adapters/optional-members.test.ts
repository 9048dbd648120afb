import { expect, it } from "vitest";
import { findDifference, toExpression } from "../runner/compare";
import { type ConformanceCase, RunnerError } from "../runner/conformance-case";
import { checkCase } from "../runner/run-cases";
import { acceptedAs } from "./accepted-as";
import { ADAPTERS } from "./registry";

const SKILL = "---\nname: a\ndescription: Does it when asked.\n---\nThe body.\n";
const bytes = (text: string) => ({ base64: Buffer.from(text).toString("base64") });

/** Cases with less than their kind may say, in every form the conventions name. */
const CASES: [kind: string, input: Record<string, unknown>, expectation: Record<string, unknown>][] = [
  ["skill_md", { files: { "SKILL.md": SKILL, "scripts/": "" } }, { manifest: { slug: "a" } }],
  ["skill_md", { dialects: ["exo"], dir: null, files: {} }, { results: { exo: { valid: false } } }],
  ["skill_md", { files: { "SKILL.md": SKILL }, remark: 1 }, {}],
  ["lifecycle", { skill_md: bytes(SKILL) }, { managed: false }],
  ["validator_output", { skill_md: bytes(SKILL) }, { exit: 0 }],
  ["allowed_tools", { value: null }, { tools: [] }],
  [
    "allowed_tools",
    { value: ["Read", "Bash(git add:*)"], dialect: "metadata" },
    { tools: ["Read", "Bash(git add:*)"] },
  ],
  ["author_agent", { header: null, json: { name: "a", email: "x@y.z" } }, { stored_nowhere: ["x@y.z"] }],
  ["author_agent", {}, { author_agent: null }],
  [
    "examples",
    { examples: [{ input: 1 }], input_schema: null },
    { issues: [{ path: "examples[0].output" }] },
  ],
  ["examples", { examples: [{ input: 1, output: { repeat: "x", times: 9 } }] }, { kept: [0] }],
  [
    "archive",
    {
      entries: [
        { path: "SKILL.md", text: bytes(SKILL) },
        { path: "a/", directory: true },
      ],
    },
    { accepted: true },
  ],
  [
    "archive",
    { filename: "a.skill", entries: [{ path: "SKILL.md", text: { repeat: SKILL, times: 1 } }] },
    { root: "" },
  ],
  [
    "archive",
    {
      entries: [
        { path: "SKILL.md", text: SKILL },
        { path: "z", zeros: 4_194_304 },
      ],
    },
    { accepted: true },
  ],
  ["discovery", { roots: ["./s"], files: { "s/a/SKILL.md": SKILL } }, { names: ["a"] }],
  ["activation", { installed: [{ id: "a" }], calls: [["a"]] }, { active: ["a"] }],
  ["call_input", { input_schema: { type: "object" }, input: { a: 1 } }, { accepted: true }],
  ["exec_input", { input: { a: { b: [1] } } }, { stdin_json: { a: { b: [1] } } }],
  ["claim_state", { state: "draft", event: "29_days" }, { state: "draft" }],
  ["claim_state", { state: "draft", event: "30_days" }, { state: "expired" }],
  ["loading", { files: { "SKILL.md": SKILL } }, { stages: [["Does it"], { lacks: [], has: ["The body"] }] }],
  ["loading", { skill_md: SKILL, stages: ["activation"] }, { texts: [["The body"]] }],
];

it.each(CASES)("%s with %j is looked at for %j alone", async (kind, input, expectation) => {
  expect(await failuresOf(kind, input, expectation)).toEqual([]);
});

it.each(CASES)("%s with %j names what it does not know as a fault of the runner", async (kind, input) => {
  await expect(failuresOf(kind, input, { mood: "happy" })).rejects.toThrow(RunnerError);
  await expect(failuresOf(kind, input, { mood: "happy" })).rejects.toThrow("mood");
});

it.each<[string, object, object]>([
  ["skill_md", { dialects: ["exo"], files: {} }, { results: { exo: { mood: true } } }],
  [
    "skill_md",
    { dialects: ["exo"], files: {} },
    { results: { exo: { issues: [{ path: "name", mood: "x" }] } } },
  ],
  ["loading", { files: { "SKILL.md": SKILL } }, { stages: { activation: { mood: ["x"] } } }],
  ["claim_state", { state: "mood", event: "claim" }, { state: "claimed" }],
])("%s with %j names what it does not know inside %j", async (kind, input, expectation) => {
  await expect(failuresOf(kind, input, expectation)).rejects.toThrow("mood");
});

it.each([
  [{ last_refused: true }, true],
  [{ last_refused: [7] }, true],
  [{ last_refused: "$regex:list of 1 to" }, true],
  [{ last_refused: null }, false],
  [{ last_refused: ["a"] }, false],
])("what was refused last may be told in any form: %j is %s", async (expectation, holds) => {
  const input = { installed: ["a"], calls: [["a"], [7]] };
  expect((await failuresOf("activation", input, expectation)).length === 0).toBe(holds);
});

it.each<[expected: unknown, count: number, holds: boolean]>([
  [true, 2, true],
  [false, 0, true],
  [false, 1, false],
  [2, 2, true],
  [1, 2, false],
  [[1, 2], 2, true],
  [[0, 1], 2, false],
  [[false, 1], 0, true],
  [{ one_of: [1, 2] }, 1, true],
])("accepted as %j is met by %i accepted attempts: %s", (expected, count, holds) => {
  expect(findDifference(expected, acceptedAs(expected, count)) === null).toBe(holds);
});

it("a pattern may carry flags in front and escape any sign", () => {
  expect(toExpression("(?i)skill\\.MD$").test("SKILL.md")).toBe(true);
  expect(toExpression("claim\\-agent\\?token=").test("/claim-agent?token=1")).toBe(true);
  expect(toExpression("^.$").test("\u{1F600}")).toBe(true);
});

async function failuresOf(kind: string, input: object, expectation: object): Promise<readonly string[]> {
  const adapter = ADAPTERS.find((candidate) => candidate.kind === kind);
  if (adapter === undefined) return ["no adapter"];
  const testCase = { id: kind, title: kind, group: "x", kind, requirements: [], basis: "explicit" } as const;
  return checkCase(adapter, { ...testCase, requirements: [], input, expect: expectation } as ConformanceCase);
}
