import { describe, expect, it } from "vitest";
import { skillFiles } from "../testing/build-skill";
import { done, frontMatterOf, refusal, textOf } from "../testing/export-text";
import { exportSkill } from "./export-skill";

const base = "name: csv-cleaner\ndescription: Cleans CSV files. Use before an import.";

describe("an export for today's reference implementation", () => {
  const others = [
    "version: 1.0",
    "tags: [a, 'b\"c']",
    "pricing:\n  model: per_call\n  price_lamports: 18446744073709551615",
    "evolution_enabled: false",
    "changelog: |\n  one --- two\n  three\n",
  ].join("\n");

  it("keeps every other key as a text under metadata, below what is there", () => {
    const frontMatter = `${base}\n${others}\nmetadata:\n  # mine\n  team: 007`;
    const text = textOf(frontMatter, "agent-skills-upstream");
    expect(text).toContain("  # mine\n  team: 007\n");
    expect(frontMatterOf(text)).toEqual({
      name: "csv-cleaner",
      description: "Cleans CSV files. Use before an import.",
      metadata: {
        "store.version": "1.0",
        "store.tags": '["a","b\\"c"]',
        "store.pricing": '{"model":"per_call","price_lamports":18446744073709551615}',
        "store.evolution_enabled": "false",
        "store.changelog": "one --- two\nthree\n",
        team: 7,
      },
    });
  });

  it("drops them when asked to", () => {
    const text = textOf(`${base}\n${others}`, "agent-skills-upstream", { options: { dropOthers: true } });
    expect(text).toBe(`---\n${base}\n---\n\n# Skill\n`);
  });

  it("exported again is the same", () => {
    const once = done(exportSkill(skillFiles(`${base}\n${others}`), "agent-skills-upstream")).files;
    const again = done(exportSkill(once, "agent-skills-upstream"));
    expect([...again.files]).toEqual([...once]);
    expect(again.moved).toEqual([]);
  });

  it("holds no brackets, anchors or tags, and no three hyphens that would end it early", () => {
    const frontMatter = [
      "# ------ my skill ------",
      "name: &n csv-cleaner",
      'description: "Use --- or ----- before *n* imports."',
      "license: !!str 5",
      "allowed-tools: [Read, Grep]",
      "metadata: {a: *n, b: [1.0]}",
      "a---b: 1",
    ].join("\n");
    const result = done(exportSkill(skillFiles(frontMatter), "agent-skills-upstream"));
    expect(result.report.issues).toEqual([]);
    const text = String(result.files.get("SKILL.md"));
    expect(text.split("---")).toHaveLength(3);
    expect(frontMatterOf(text)).toEqual({
      name: "csv-cleaner",
      description: "Use --- or ----- before *n* imports.",
      license: "5",
      "allowed-tools": ["Read", "Grep"],
      metadata: { a: "csv-cleaner", b: [1], "store.a---b": "1" },
    });
  });

  it("is refused where only brackets could say it", () => {
    expect(refusal(skillFiles(`${base}\nmetadata:\n  a: {}`), "agent-skills-upstream")).toEqual([
      "error FRONTMATTER_INVALID_YAML frontmatter",
    ]);
  });

  it("a metadata that is no mapping is moved like the rest", () => {
    expect(
      frontMatterOf(textOf(`${base}\nmetadata: mine\ntags: [a]`, "agent-skills-upstream")),
    ).toMatchObject({
      metadata: { "store.tags": '["a"]', "store.metadata": "mine" },
    });
  });
});
