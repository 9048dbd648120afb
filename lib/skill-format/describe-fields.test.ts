import { expect, it } from "vitest";
import { describeFields } from "./describe-fields";

function linesOf(frontMatter: string, files: Record<string, string> = {}): string[] {
  return describeFields(new Map(Object.entries({ "SKILL.md": `---\n${frontMatter}\n---\n`, ...files })))
    .lines;
}

it("names every field once, those of the sample output first", () => {
  expect(linesOf("name: my-skill\ndescription: Converts text. Use when asked.\nlicense: MIT")).toEqual([
    "✅ name: valid",
    "✅ description: valid",
    "⚠️ source_url: missing (optional)",
    "⚠️ source_hash: missing (optional)",
    "⚠️ version: missing (optional)",
    "⚠️ created_at: missing (optional)",
    "⚠️ updated_at: missing (optional)",
    "⚠️ evolution_enabled: missing (optional)",
    "✅ license: valid",
    "⚠️ entry_point: missing (optional)",
    "⚠️ dependencies: missing (optional)",
    "⚠️ allowed-tools: missing (optional)",
    "⚠️ model: missing (optional)",
  ]);
});

it("a fault gives its reason in one line, an entry of a list its place", () => {
  const lines = linesOf(
    'name: ""\ndescription: short\nversion: latest\ndependencies: [a, [b], {c: d}]\nmodel: ~',
  );
  expect(lines[0]).toBe("❌ name: missing (required)");
  expect(lines[1]).toBe("❌ description: 5 characters; at least 10");
  expect(lines.find((line) => line.includes("version"))).toMatch(/^❌ version: "latest" is neither/);
  expect(lines.find((line) => line.includes("dependencies"))).toMatch(
    /^❌ dependencies: dependencies\[1\] is a list/,
  );
  expect(lines.at(-1)).toBe("⚠️ model: missing (optional)");
});

it("errors of no field come last, and a warning is no fault", () => {
  const frontMatter = "name: my-skill\ndescription: Converts text.\nversion: 1.0.0\nmood: happy";
  const { lines, valid } = describeFields(
    new Map([
      ["SKILL.md", `---\n${frontMatter}\n---\n`],
      ["evolution.json", "{"],
    ]),
  );
  expect(lines.at(-1)).toBe("❌ evolution.json: is not valid JSON");
  expect(valid).toBe(false);
  expect(describeFields(new Map([["SKILL.md", `---\n${frontMatter}\n---\n`]])).valid).toBe(true);
});

it.each([
  ["no front matter", "# Title\n", "❌ name: missing (required)"],
  ["a block that is no YAML", "---\na: [\n---\n", "❌ frontmatter: "],
  ["an unclosed block", "---\nname: a\n", "❌ frontmatter: "],
  ["an empty block", "---\n---\n", "❌ description: missing (required)"],
])("a file with %s is invalid and says why", (_, text, start) => {
  const { lines, valid } = describeFields(new Map([["SKILL.md", text]]));
  expect(valid).toBe(false);
  expect(lines.some((line) => line.startsWith(start))).toBe(true);
  expect(lines.some((line) => line.startsWith("✅"))).toBe(false);
});

it("a package without SKILL.md says so", () => {
  expect(describeFields(new Map())).toMatchObject({
    valid: false,
    lines: [expect.stringMatching(/^❌ SKILL/)],
  });
});
