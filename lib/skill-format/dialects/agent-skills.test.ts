import { describe, expect, it } from "vitest";
import { checkSkill } from "../check-skill";
import { issuesOf, shortIssues } from "../testing/build-skill";

describe("Agent Skills", () => {
  const described = "description: Extracts text. Use for PDFs.";
  it("names equal the directory, where that is known", () => {
    expect(issuesOf("agent-skills", `name: pdf\n${described}`, { dir: "pdf" })).toEqual([]);
    expect(issuesOf("agent-skills", `name: pdf\n${described}`)).toEqual([]);
    expect(issuesOf("agent-skills", `name: pdf\n${described}`, { dir: "PDF" })).toEqual(["error name"]);
  });

  it.each([
    ["compatibility: ''", ["error compatibility"]],
    ["compatibility:", []],
    [`compatibility: ${"需".repeat(500)}`, []],
    [`compatibility: ${"需".repeat(501)}`, ["error compatibility"]],
    ["metadata: {version: 1.0, on: true, at: 2026-01-23}", []],
    ["metadata: {nested: {a: b}}", ["warning metadata.nested"]],
    ["metadata: text", ["error metadata"]],
    ["license: 2026-01-23", ["warning license"]],
    ["license: 2026-01-23 10:30:00", ["warning license"]],
    ["license: '2026-01-23'", []],
    ["license: 2026-01-23 and later", []],
    ["license: yes", []],
    ["license: true", ["warning license"]],
    ["allowed-tools: Bash(a, b) Read", []],
    ["allowed-tools: Read, Grep", ["warning allowed-tools"]],
    ["mood: happy", ["warning mood"]],
    ["version: 1.0.0", []],
  ])("%s gives %j", (line, issues) =>
    expect(issuesOf("agent-skills", `name: pdf\n${described}\n${line}`)).toEqual(issues),
  );

  it("500 lines are fine, 501 get a warning; 5000 tokens get one too", () => {
    const lines = (count: number) =>
      issuesOf("agent-skills", `name: pdf\n${described}`, { body: "x\n".repeat(count - 5) });
    expect(lines(500)).toEqual([]);
    expect(lines(501)).toEqual(["warning body"]);
    expect(issuesOf("agent-skills", `name: pdf\n${described}`, { body: "字".repeat(4999) })).toEqual([]);
    expect(issuesOf("agent-skills", `name: pdf\n${described}`, { body: "字".repeat(5000) })).toEqual([
      "warning body",
    ]);
  });

  it.each([
    ["[a](references/a.md)", []],
    ["[a](./references/a.md#part)", []],
    ['[a](<references/with blank.md> "title")', []],
    ["[a](references/with%20blank.md)", []],
    ["![a](references)", []],
    ["[a](https://example.com/x.md) [b](mailto:x@example.com) [c](#part)", []],
    ["`[a](missing.md)`", []],
    ["```\n[a](missing.md)\n```", []],
    ["[a]: missing.md", ["warning body"]],
    ["[a](missing.md) [b](missing.md)", ["warning body"]],
    ["[a](/etc/passwd)", ["warning body"]],
    ["[a](C:\\x.md)", ["warning body"]],
    ["[a](../x.md)", ["warning body"]],
    ["[a](references/deep/a.md)", ["warning body"]],
  ])("the reference %j gives %j", (body, issues) => {
    const files = { "references/a.md": "", "references/with blank.md": "", "references/deep/a.md": "" };
    expect(issuesOf("agent-skills", `name: pdf\n${described}`, { body, files })).toEqual(issues);
  });

  it("skill.md alone is accepted by this dialect only; beside SKILL.md it is not looked at", () => {
    const lower = new Map([["skill.md", `---\nname: pdf\n${described}\n---\n`]]);
    const { reports } = checkSkill({ files: lower, dialects: ["agent-skills", "usk"] });
    expect(reports.map(({ issues }) => shortIssues(issues))).toEqual([
      ["warning SKILL.md"],
      ["error SKILL.md"],
    ]);
    const both = new Map([...lower, ["SKILL.md", `---\nname: doc\n${described}\n---\n`] as const]);
    expect(checkSkill({ files: both }).manifest.slug).toBe("doc");
  });
});

describe("the reference implementation of Agent Skills", () => {
  const upstream = (frontMatter: string, dir?: string) =>
    issuesOf("agent-skills-upstream", frontMatter, dir === undefined ? {} : { dir });

  it.each(["技能", "мой-навык", "번역-도우미", "café", "ｐｄｆ", "स2"])("%s is a name", (name) => {
    const issues = upstream(`name: ${name}\ndescription: d`, name.normalize("NFD"));
    expect(issues).toEqual([]);
  });

  it.each(["НАВЫК", "🚀", "my_skill", "a--b", "-a", "a-"])("%s is none", (name) => {
    expect(upstream(`name: "${name}"\ndescription: d`)).toEqual(["error name"]);
  });

  it("every scalar is a text, null and numbers too; nothing at all is none", () => {
    expect(upstream("name: 2024\ndescription: true\ncompatibility: 1.0")).toEqual([]);
    expect(upstream("name: null\ndescription: null")).toEqual([]);
    expect(upstream("name: ~\ndescription: d")).toEqual(["error name"]);
    expect(upstream("name:\ndescription: '  '")).toEqual(["error name", "error description"]);
    expect(upstream("name:\n  - a\ndescription:\n  a: b\ncompatibility:\n  - a")).toEqual([
      "error name",
      "error description",
      "error compatibility",
    ]);
  });

  it("license, metadata and allowed-tools are not looked into", () => {
    expect(
      upstream("name: a\ndescription: d\nlicense:\n  - MIT\nmetadata: x\nallowed-tools:\n  a: b"),
    ).toEqual([]);
  });

  it("the description is measured with its last line break", () => {
    expect(upstream(`name: a\ndescription: |-\n  ${"d".repeat(1024)}`)).toEqual([]);
    expect(upstream(`name: a\ndescription: |\n  ${"d".repeat(1024)}`)).toEqual(["error description"]);
  });

  it("an empty compatibility passes, unknown keys and brackets do not", () => {
    expect(upstream("name: a\ndescription: d\ncompatibility: ''")).toEqual([]);
    expect(upstream("name: a\ndescription: d\nversion: 1.0.0")).toEqual(["error version"]);
    expect(upstream("name: a\ndescription: d\nmetadata: {a: b}")).toEqual(["error frontmatter"]);
  });

  it("three hyphens inside the block are where it stops reading", () => {
    expect(upstream("name: a\ndescription: x --- y")).toEqual(["warning frontmatter"]);
    expect(upstream("name: a\ndescription: x --- y\nmood: happy")).toEqual(["warning frontmatter"]);
    expect(upstream("name: a --- b\ndescription: x")).toEqual(["error description", "warning frontmatter"]);
  });

  it("hyphens that are no fence line close the block", () => {
    const files = new Map([["SKILL.md", "---\nname: a\ndescription: d\n----\n"]]);
    const { reports } = checkSkill({ files, dialects: ["agent-skills-upstream", "agent-skills"] });
    expect(reports.map(({ valid }) => valid)).toEqual([true, false]);
  });

  it("every scalar is a text, null too", () => {
    expect(upstream("name: null\ndescription: ~", "null")).toEqual([]);
    expect(upstream("name:\ndescription: d")).toEqual(["error name"]);
  });

  it("a byte order mark is refused", () => {
    const files = new Map([["SKILL.md", "\uFEFF---\nname: a\ndescription: d\n---\n"]]);
    const { reports } = checkSkill({ files, dialects: ["agent-skills-upstream", "agent-skills"] });
    expect(reports.map(({ valid }) => valid)).toEqual([false, true]);
  });
});
