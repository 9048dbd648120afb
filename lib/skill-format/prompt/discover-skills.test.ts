import { describe, expect, it } from "vitest";
import { discoverSkills, listAvailableSkills, loadStage, memoryTree } from "./prompt";

const skill = (name: string, description = "Extracts text. Use for PDFs.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# Body\n`;

const discover = (roots: string[], files: Record<string, string>) =>
  discoverSkills(roots, memoryTree(new Map(Object.entries(files))));

describe("discovery", () => {
  it("finds folders with a SKILL.md below the roots and nothing else", async () => {
    const { records, problems } = await discover(["skills", "missing", "other/two"], {
      "skills/a/SKILL.md": skill("a"),
      "skills/a/templates/SKILL.md": skill("inside-a"),
      "skills/group/b/SKILL.md": skill("b"),
      "skills/lower/skill.md": skill("lower"),
      "skills/notes/README.md": skill("notes"),
      "skills/broken/SKILL.md": "no front matter",
      "skills/nameless/SKILL.md": "---\ndescription: x\n---\n",
      "other/two/SKILL.md": skill("two"),
      "elsewhere/SKILL.md": skill("elsewhere"),
      "skills/SKILL.txt": "x",
    });
    expect(records.map(({ name }) => name)).toEqual(["a", "b", "lower", "two"]);
    expect(records[0]).toMatchObject({ path: "skills/a", location: "skills/a/SKILL.md" });
    expect(problems.map(({ location }) => location)).toEqual([
      "skills/broken/SKILL.md",
      "skills/nameless/SKILL.md",
    ]);
    expect(problems[1]?.findings).toMatchObject([{ path: "name", code: "FIELD_REQUIRED" }]);
  });

  it("loads a skill that only breaks a rule, and of two with one name the first", async () => {
    const { records, shadowed } = await discover(["project", "user"], {
      "project/x/SKILL.md": skill("Not_Kebab", "p"),
      "user/y/SKILL.md": skill("Not_Kebab", "u"),
    });
    expect(records.map(({ description }) => description)).toEqual(["p"]);
    expect(shadowed.map(({ location }) => location)).toEqual(["user/y/SKILL.md"]);
  });

  it("a root may be written with a dot in front", async () => {
    const files = { "skills/a/SKILL.md": skill("a") };
    for (const root of [".", "./", "./skills", "skills/"]) {
      expect((await discover([root], files)).records.map(({ name }) => name)).toEqual(["a"]);
    }
  });

  it("comes to an end in a tree that never does", async () => {
    const endless = {
      list: () => Promise.resolve([{ name: "a", kind: "directory" as const }]),
      read: () => Promise.resolve(""),
    };
    expect((await discoverSkills(["."], endless)).records).toEqual([]);
  });
});

describe("the list for a prompt", () => {
  it("is the XML of the document", () => {
    const records = [{ name: "a", description: "Does <b> & 'c'", location: "/s/a/SKILL.md" }];
    expect(listAvailableSkills(records)).toBe(
      "<available_skills>\n  <skill>\n    <name>a</name>\n    <description>Does &lt;b&gt; &amp; &#39;c&#39;</description>\n" +
        "    <location>/s/a/SKILL.md</location>\n  </skill>\n</available_skills>\n",
    );
    expect(listAvailableSkills(records, { withLocation: false })).not.toContain("location");
  });

  it("of no skills has no skill, and characters XML cannot hold are replaced", () => {
    expect(listAvailableSkills([])).toBe("<available_skills>\n</available_skills>\n");
    const hostile = { name: "a\u0001\uFFFE", description: "\u{1F600}", location: "" };
    expect(listAvailableSkills([hostile])).toContain("<name>a\uFFFD\uFFFD</name>");
    expect(listAvailableSkills([hostile])).toContain("\u{1F600}");
  });
});

describe("loading", () => {
  const files = new Map<string, string | Uint8Array>([
    ["SKILL.md", skill("a")],
    ["references/one.md", "one"],
    ["references/two.md", "two"],
    ["assets/logo.png", new Uint8Array([0x89, 0xff])],
  ]);
  const texts = (...input: [Parameters<typeof loadStage>[1], string[]?]) =>
    loadStage(files, ...input).map(({ text }) => text);

  it("goes from name and description to SKILL.md to the files asked for", () => {
    expect(texts("discovery")).toEqual(["name: a\ndescription: Extracts text. Use for PDFs.\n"]);
    expect(texts("activation")).toEqual([skill("a")]);
    expect(texts("execution")).toEqual([]);
    expect(texts("execution", ["./references/one.md", "references/one.md/../../x", "/etc/passwd"])).toEqual([
      "one",
    ]);
    expect(texts("execution", ["assets/logo.png", "references"])).toEqual([]);
  });

  it("of something that is no skill loads nothing", () => {
    expect(loadStage(new Map(), "activation")).toEqual([]);
    expect(loadStage(new Map([["SKILL.md", "x"]]), "discovery")).toEqual([]);
  });
});
