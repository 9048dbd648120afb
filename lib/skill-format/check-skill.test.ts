import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSkill, judgeSkill } from "./check-skill";
import { CHECK_PROFILES } from "./types";
import {
  checkOne,
  EXO_BODY,
  EXO_FRONT_MATTER,
  issuesOf,
  skillFiles,
  USK_FILES,
  USK_FRONT_MATTER,
} from "./testing/build-skill";

const exoOptions = { body: EXO_BODY, files: { "scripts/main.py": "" } };

const checkedAgainst = (files: ReturnType<typeof skillFiles>) =>
  judgeSkill({ files }).map(({ dialect }) => dialect);

describe("the manifest", () => {
  it("keeps written numbers, and fills in what is not written", () => {
    const { manifest } = checkOne(
      "usk",
      `${USK_FRONT_MATTER}\nrequirements:\n  min_python: 3.10\nmood: 1.10\nmore: {a: [007, 7, .inf], b: 9007199254740993}`,
      { files: USK_FILES },
    );
    expect(manifest.requirements).toEqual({ python: [], node: [], other: [], minPython: "3.10" });
    expect(manifest.extensions).toEqual({
      mood: "1.10",
      more: { a: ["007", 7, ".inf"], b: "9007199254740993" },
    });
    expect(manifest.runtime).toEqual({ language: "python3", timeoutSeconds: 60 });
    expect(manifest.category).toBeNull();
    expect(manifest.hints).toEqual({
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
    });
  });

  it("is computed for a package without SKILL.md", () => {
    const { manifest, reports } = checkSkill({ files: new Map() });
    expect(manifest).toMatchObject({
      slug: "",
      description: "",
      version: { raw: "0.0.1", scheme: "default" },
    });
    expect(reports.map(({ valid }) => valid)).toEqual([false]);
  });

  it("a key named __proto__ stays a key", () => {
    const { manifest } = checkOne(
      "agent-skills",
      "name: a\ndescription: d\n__proto__: {polluted: true}\nmetadata:\n  __proto__: x",
    );
    expect(Object.keys(manifest.extensions)).toEqual(["__proto__"]);
    expect(Object.keys(manifest.metadata)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("is JSON: writing and reading changes nothing", () => {
    const { manifest } = checkOne("exo", `${EXO_FRONT_MATTER}\nodd: [.inf, .nan, ~]`, exoOptions);
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
  });
});

describe("the choice of dialects", () => {
  const minimal = "name: a\ndescription: Does it. Use when asked.";

  it("what is asked for comes first, then the list in the file, then detection", () => {
    const files = skillFiles(`${minimal}\ndialects: [usk]\npricing: {}`);
    const dialectsOf = (dialects?: ["metadata"]) =>
      checkSkill({ files, ...(dialects === undefined ? {} : { dialects }) }).reports.map(
        ({ dialect }) => dialect,
      );
    expect(dialectsOf(["metadata"])).toEqual(["metadata"]);
    expect(dialectsOf()).toEqual(["usk", "agent-skills"]);
    expect(checkedAgainst(skillFiles(`${minimal}\npricing: {}`))).toEqual(["exo", "agent-skills"]);
  });

  it("a list that names unknown dialects gets a warning", () => {
    expect(issuesOf("agent-skills", `${minimal}\ndialects: [usk, none]`)).toEqual(["warning dialects[1]"]);
  });

  it.each([
    ["spec: usk/9", "usk"],
    ["permissions: {}", "usk"],
    ["io: {}", "exo"],
    ["runtime: {}", "exo"],
    ["id: a\ntriggers: [b]", "vibelife"],
    ["model: x", "metadata"],
    ["dependencies: []", "metadata"],
  ])("%s is a sign of %s", (line, dialect) => {
    expect(checkedAgainst(skillFiles(`${minimal}\n${line}`))).toEqual([dialect, "agent-skills"]);
  });

  it.each([
    "version: 1.0.0",
    "author: kim",
    "license: MIT",
    "category: x",
    "tags: [x]",
    "runtime: python3",
    "id: a",
    "spec: other",
    "io:",
  ])("%s decides nothing alone", (line) =>
    expect(checkedAgainst(skillFiles(`${minimal}\n${line}`))).toEqual(["agent-skills"]),
  );
});

it("checking never throws, whatever the package holds", () => {
  const path = fc.constantFrom(
    "SKILL.md",
    "skill.md",
    "evolution.json",
    "tools/tools.yaml",
    "tools/handlers.py",
    "routing.yaml",
    "dialects/exo.yaml",
    "dialects/usk.md",
    "rules/_index.md",
  );
  const line = fc.constantFrom(
    "name: a",
    "description: b",
    "id: a",
    "triggers: [x]",
    "pricing: {model: per_call, price_lamports: 1}",
    "runtime: {}",
    "io: {input_schema: {}, output_schema: []}",
    "interface: {type: http}",
    "input_schema: {properties: {a: 1}}",
    "examples: [1, {input: 1, output: 2}]",
    "tools: [{name: a}, 1, {parameters: [1]}]",
    "annotations: {readOnlyHint: 1}",
    "permissions: [a]",
    "metadata: {a: [b]}",
    "dialects: 5",
    "version: ~",
    "author: 1",
    "tags: {a: b}",
    "- x",
    '@tool_handler("a")',
    '"',
    "# 工具：",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.uint8Array(),
    fc.array(line).map((lines) => `---\n${lines.join("\n")}\n---\n${lines.join("\n")}`),
    fc.array(line).map((lines) => lines.join("\n")),
  );
  fc.assert(
    fc.property(fc.dictionary(path, text), (files) => {
      const { manifest } = checkSkill({
        files: new Map(Object.entries(files)),
        dialects: CHECK_PROFILES,
        dir: "a",
      });
      expect(typeof manifest.slug).toBe("string");
    }),
    { numRuns: 100 },
  );
});
