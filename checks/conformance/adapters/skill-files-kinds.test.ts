import { describe, expect, it } from "vitest";
import { loadCases, CASES_DIRECTORY } from "../runner/load-cases";
import { checkCase } from "../runner/run-cases";
import { RunnerError, type ConformanceCase } from "../runner/conformance-case";
import { ADAPTERS } from "./registry";
import { parseXml } from "./parse-xml";

/** An answer no case of the kind gives. */
const UNMET: Record<string, Record<string, unknown>> = {
  stitch: { section_count: 9 },
  validator_output: { line_starts: ["✅ none: "] },
  to_prompt: { root: "none" },
  discovery: { names: ["none"] },
  loading: { activation: { has: ["none"] } },
  activation: { active: ["none"] },
  migration_report: { failed: ["lazy cards"] },
};

const LOADING = {
  files: {
    "SKILL.md": "---\nname: a\ndescription: Does it.\n---\nThe body.\n",
    "references/one.md": "The reference.",
  },
  references: ["references/one.md"],
};

function caseOf(
  kind: string,
  input: Record<string, unknown>,
  expectation: Record<string, unknown>,
): ConformanceCase {
  const names = { id: kind, title: kind, group: "x", kind, requirements: [], basis: "explicit" } as const;
  return { ...names, requirements: [], input, expect: expectation };
}

async function failuresOf(testCase: ConformanceCase): Promise<readonly string[]> {
  const adapter = ADAPTERS.find(({ kind }) => kind === testCase.kind);
  return adapter === undefined ? ["no adapter"] : checkCase(adapter, testCase);
}

describe.each(Object.entries(UNMET))("the adapter of %s", (kind, unmet) => {
  it("can fail, also on an expectation it does not know", async () => {
    const cases = await loadCases(CASES_DIRECTORY);
    const some = cases.find((candidate) => candidate.kind === kind) ?? caseOf(kind, LOADING, {});
    expect(await failuresOf({ ...some, expect: unmet })).not.toEqual([]);
    await expect(failuresOf({ ...some, expect: { mood: "happy" } })).rejects.toThrow(RunnerError);
  });
});

it.each([
  { stages: ["discovery", "activation", { stage: "execution", file: "references/one.md" }] },
  { stages: ["discovery", "activation", { do: "read", path: "references/one.md" }] },
])("the file that is read may stand in the stage: %j", async (given) => {
  const input = { files: { ...LOADING.files, "references/two.md": "The other." }, ...given };
  const third = { has: ["The reference."], lacks: ["The other."] };
  const expected = [{ lacks: ["The body."] }, { lacks: ["The reference."] }, third];
  expect(await failuresOf(caseOf("loading", input, { loaded: expected }))).toEqual([]);
});

it("without a word of what is read, it is what the instructions name", async () => {
  const skill = `${LOADING.files["SKILL.md"]}See references/one.md.\n`;
  const files = { ...LOADING.files, "SKILL.md": skill, "references/two.md": "The other." };
  const met = { execution: { has: ["The reference."], lacks: ["The other."] } };
  expect(await failuresOf(caseOf("loading", { files }, met))).toEqual([]);
});

it("loading is compared stage by stage, under any of its names", async () => {
  const stages = {
    discovery: { has: ["Does it."], lacks: ["The body."] },
    activation: { has: ["The body."], lacks: ["The reference."] },
    execution: ["The reference."],
  };
  expect(await failuresOf(caseOf("loading", LOADING, stages))).toEqual([]);
  const wrong = { startup: { has: ["The body."] }, activate: { lacks: ["The body."] } };
  expect(await failuresOf(caseOf("loading", LOADING, { stages: wrong }))).toHaveLength(2);
});

it("a migration report is compared by the items a case names", async () => {
  const input = {
    files: { "SKILL.md": "---\nname: x\n---\n", "routing.yaml": "includes: [a]\ntriggers: [b]\n" },
  };
  const met = {
    failed: ["routing.yaml: no includes", "工具列表", "tool_call_rules"],
    passed: ["skill_data removed", "triggers kept"],
  };
  expect(await failuresOf(caseOf("migration_report", input, met))).toEqual([]);
  expect(await failuresOf(caseOf("migration_report", input, { passed: ["includes"] }))).toHaveLength(1);
});

it.each(["<a><b></a></b>", "<a>&</a>", "<a>1 < 2</a>", "<a></a><b></b>", "<a>", "x", '<a b="c"></a>'])(
  "%s is no XML for the adapter",
  (text) => expect(() => parseXml(text)).toThrow(),
);

it("a case of loading may be about one stage alone", async () => {
  const input = { ...LOADING, stage: "activation" };
  const met = { has: ["The body."], lacks: ["The reference."] };
  expect(await failuresOf(caseOf("loading", input, met))).toEqual([]);
  expect(await failuresOf(caseOf("loading", input, { lacks: ["The body."] }))).toHaveLength(1);
});
