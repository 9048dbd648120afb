import { describe, expect, it } from "vitest";
import { issuesOf } from "../testing/build-skill";

describe("Skill Metadata", () => {
  const metadata = (line: string, files: Record<string, string> = {}) =>
    issuesOf("metadata", `name: my-skill\ndescription: Converts text. Use when asked.\n${line}`, { files });

  it.each([
    [9, ["error description"]],
    [10, []],
    [1024, []],
    [1025, ["error description"]],
  ])("a description of %i characters gives %j", (length, issues) => {
    expect(issuesOf("metadata", `name: a\ndescription: ${"时".repeat(length)}`)).toEqual(issues);
  });

  it("names of 64 characters and doubled hyphens are valid, 65 and outer hyphens are not", () => {
    const named = (name: string) =>
      issuesOf("metadata", `name: ${name}\ndescription: Converts text. Use when asked.`);
    expect([named("a".repeat(64)), named("a--b"), named('"9"')]).toEqual([[], [], []]);
    for (const name of ["a".repeat(65), "-ab", "ab-", "Ab", "a b"])
      expect(named(name)).toEqual(["error name"]);
  });

  it.each([
    ["source_url: https://git.example.org/a/b", []],
    ["source_url: https:///path", ["error source_url"]],
    ["source_url: http://github.com/o/r", ["error source_url"]],
    ["source_url: 'https://github.com/o r'", ["error source_url"]],
    ["source_url: [x]", ["error source_url"]],
    [`source_hash: ${"aB".repeat(20)}`, []],
    [`source_hash: ${"a".repeat(39)}`, ["error source_hash"]],
    [`source_hash: ${"g".repeat(40)}`, ["error source_hash"]],
    ["created_at: 2026-01-23", []],
    ["created_at: 2026-02-30", ["error created_at"]],
    ["created_at: 2026-01-23T10:30:00Z\nupdated_at: 2026-01-23", []],
    ["created_at: 2026-01-23\nupdated_at: 2026-01-22T23:59:59Z", ["warning updated_at"]],
    ["version: 2024.02.29", []],
    ["version: 2024.02.30", ["error version"]],
    ["version: 2024.13.45", []],
    ["evolution_enabled: 'true'", ["error evolution_enabled"]],
    ["evolution_enabled: ~", []],
    ["dependencies: [a, 1]", ["warning dependencies[1]"]],
    ["dependencies: [a, [b]]", ["error dependencies[1]"]],
    ["allowed-tools: [Read]", ["warning allowed-tools"]],
    ["allowed-tools: {a: b}", ["error allowed-tools"]],
    ["license: 5", ["warning license"]],
    ["mood: happy", ["warning mood"]],
    ["pricing: {}", []],
  ])("%s gives %j", (line, issues) => expect(metadata(line)).toEqual(issues));

  const evolution = (members: object) => ({
    "evolution.json": JSON.stringify({
      preferences: [],
      fixes: [],
      contexts: [],
      last_updated: "2026-01-23T10:30:00Z",
      last_evolved_hash: "x",
      ...members,
    }),
  });

  it.each([
    [evolution({}), []],
    [evolution({ preferences: ["a", 1] }), ["error evolution.json#preferences[1]"]],
    [evolution({ contexts: null }), ["error evolution.json#contexts"]],
    [evolution({ custom_prompts: ["a"] }), ["error evolution.json#custom_prompts"]],
    [evolution({ last_updated: "2026-01-23" }), ["error evolution.json#last_updated"]],
    [{ "evolution.json": "[]" }, ["error evolution.json"]],
    [{ "evolution.json": "{" }, ["error evolution.json"]],
    [{ "evolution.json": "{}" }, []],
  ])("the experience %j gives %j", (files, issues) =>
    expect(metadata("version: 1.0.0", files)).toEqual(issues),
  );

  it("experience of a switched-off skill is ignored, of another source it is stale", () => {
    expect(metadata("evolution_enabled: false", evolution({}))).toEqual(["warning evolution.json"]);
    expect(
      metadata(`source_hash: ${"a".repeat(40)}`, evolution({ last_evolved_hash: "b".repeat(40) })),
    ).toEqual(["warning evolution.json#last_evolved_hash"]);
    expect(
      metadata(`source_hash: ${"a".repeat(40)}`, evolution({ last_evolved_hash: "A".repeat(40) })),
    ).toEqual([]);
  });
});
