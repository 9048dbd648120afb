import { describe, expect, it } from "vitest";
import { checkOne, codedIssues, EXO_FRONT_MATTER, USK_FILES, USK_FRONT_MATTER } from "./testing/build-skill";
import type { CheckProfile } from "./types";

const PLAIN = "name: a-b\ndescription: Reads files. Use it for PDFs.";
const METADATA = `${PLAIN}\nversion: 1.0.0`;
const VIBELIFE = `id: a-b\nname: 八字\nversion: 1.0.0\ndescription: 排盘。工具：show_card\ncategory: professional`;

/** What is said of the entries of a list, whatever else is. */
function saidOf(
  profile: CheckProfile,
  frontMatter: string,
  root: string,
  files: Record<string, string> = {},
) {
  return codedIssues(profile, frontMatter, { files }).filter((issue) => issue.includes(` ${root}[`));
}

describe("an entry of blanks alone is no text", () => {
  it.each([
    ["vibelife", "triggers", "error", VIBELIFE],
    ["metadata", "dependencies", "error", METADATA],
    ["usk", "capabilities", "warning", USK_FRONT_MATTER.replace(/^capabilities.*\n/m, "")],
    ["usk", "platform_compatibility", "warning", USK_FRONT_MATTER.replace(/^platform.*$/m, "")],
    ["usk", "tags", "warning", USK_FRONT_MATTER],
    ["agent-skills", "allowed-tools", "warning", PLAIN],
    ["metadata", "allowed-tools", "warning", METADATA],
    ["exo", "dialects", "warning", EXO_FRONT_MATTER],
  ] as const)("%s, %s: %s", (profile, key, severity, base) => {
    const said = (entries: string) => saidOf(profile, `${base}\n${key}: ${entries}`, key, USK_FILES);
    const empty = (index: number) => `${severity} FIELD_REQUIRED ${key}[${index}]`;
    const good = key === "dialects" ? "usk" : "pdf";
    expect(said(`[${good}, ${good}]`)).toEqual([]);
    expect(said(`['']`)).toEqual([empty(0)]);
    expect(said(`[${good}, '', ${good}]`)).toEqual([empty(1)]);
    expect(said(`["  ", "\\t\\n", "\\u3000"]`)).toEqual([empty(0), empty(1), empty(2)]);
    expect(said(`\n  - ${good}\n  -\n  - ${good}`)).toEqual([empty(1)]);
  });

  it.each([
    ["permissions", "env_vars"],
    ["requirements", "python_packages"],
    ["requirements", "node_packages"],
  ])("USK, in %s.%s", (group, key) => {
    const base = USK_FRONT_MATTER.replace(/^permissions:\n.*\n/m, "");
    expect(saidOf("usk", `${base}\n${group}:\n  ${key}: [A, ' ']`, `${group}.${key}`, USK_FILES)).toEqual([
      `warning FIELD_REQUIRED ${group}.${key}[1]`,
    ]);
  });

  it("the tags of an example, which are then left out", () => {
    const base = `${USK_FRONT_MATTER}\nexamples:\n  - {input: {query: a}, output: {}, tags: [a, '', 3]}`;
    expect(saidOf("usk", base, "examples[0].tags", USK_FILES)).toEqual([
      "warning FIELD_REQUIRED examples[0].tags[1]",
      "warning FIELD_TYPE examples[0].tags[2]",
    ]);
    const { manifest } = checkOne("usk", base, { files: USK_FILES });
    expect(manifest.examples[0]?.tags).toEqual(["a"]);
  });

  it("what a skill has learnt, whose file is used all the same", () => {
    const files = {
      "evolution.json": JSON.stringify({ preferences: ["a", " "], fixes: [""], contexts: [] }),
    };
    const said = codedIssues("metadata", METADATA, { files });
    expect(said).toContain("warning FIELD_REQUIRED evolution.json#preferences[1]");
    expect(said).toContain("warning FIELD_REQUIRED evolution.json#fixes[0]");
  });

  it("a blank that an alias brings, and one in an overlay", () => {
    expect(saidOf("vibelife", `${VIBELIFE}\nnothing: &n " "\ntriggers: [a, *n]`, "triggers")).toEqual([
      "error FIELD_REQUIRED triggers[1]",
    ]);
    const files = { ...USK_FILES, "dialects/usk.yaml": "capabilities:\n  - |\n\n  - web_search\n" };
    expect(saidOf("usk", USK_FRONT_MATTER, "capabilities", files)).toEqual([
      "warning FIELD_REQUIRED capabilities[0]",
    ]);
  });

  it("a name behind it is told at its own place", () => {
    expect(saidOf("exo", `${EXO_FRONT_MATTER}\ndialects: ['', martian]`, "dialects")).toEqual([
      "warning FIELD_REQUIRED dialects[0]",
      "warning FIELD_ENUM dialects[1]",
    ]);
  });
});
