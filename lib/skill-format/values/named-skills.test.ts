import { describe, expect, it } from "vitest";
import { MAX_NAMED_SKILLS, namedSkillsOf } from "./named-skills";

describe("skills that a text names", () => {
  it.each([
    ["Use the skill `csv-profile` first.", ["csv-profile"]],
    ["Invoke the `pdf` skill.", ["pdf"]],
    ["then run the csv-profile skill, then follow data-clean skill", ["csv-profile", "data-clean"]],
    ["Use the **csv-profile** skill", ["csv-profile"]],
    ["skills: `a`", ["a"]],
    ["先使用 `csv-profile` 技能。", ["csv-profile"]],
    ["调用技能 “pdf”", ["pdf"]],
    ["`csv-profile` 스킬을 사용하세요", ["csv-profile"]],
    ["the `a` skill\n\nand the `b` skill and the `a` skill", ["a", "b"]],
    ["the `own` skill", []],
    ["the `skill-name` skill", []],
    ["Use the new skill", []],
    ["use the csv-profile skill-maker", []],
    ["the `Csv` skill", []],
    ["a `csv-profile` table", []],
    ["```\nuse the `a` skill\n```", []],
    [`the \`${"a".repeat(65)}\` skill`, []],
    [`${"x".repeat(2_000)} the \`a\` skill`, []],
  ])("%s", (body, names) => {
    expect(namedSkillsOf(body, "own")).toEqual(names);
  });

  it("are no more than are looked up", () => {
    const body = Array.from({ length: 30 }, (_, at) => `the \`s${at}\` skill`).join("\n");
    expect(namedSkillsOf(body, "own")).toHaveLength(MAX_NAMED_SKILLS);
  });

  it.each([
    "`a".repeat(900),
    "use ".repeat(25_000),
    "a-".repeat(50_000) + " skill",
    "' ".repeat(40_000) + "skill",
  ])("are looked for in bounded time, in hostile text too", (body) => {
    const before = performance.now();
    namedSkillsOf(`${body} skill`, "own");
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
