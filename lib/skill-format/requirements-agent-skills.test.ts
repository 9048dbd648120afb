import { describe, expect, it } from "vitest";
import { codedIssues } from "./testing/build-skill";

const DESCRIBED = "name: a\ndescription: Does it when asked.";

const AGENT_SKILLS: [requirement: string, frontMatter: string, expected: string[]][] = [
  ["R-004-07", "description: Use it.", ["error FIELD_REQUIRED name"]],
  ["R-004-08", `name: ${"a".repeat(65)}\ndescription: Use it.`, ["error FIELD_TOO_LONG name"]],
  ["R-004-09", "name: PDF-Processing\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["R-004-10", "name: '-pdf'\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["R-004-11", "name: pdf--processing\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["R-004-14", "name: a\ndescription: '  '", ["error FIELD_REQUIRED description"]],
  ["R-004-14", `name: a\ndescription: use ${"d".repeat(1021)}`, ["error FIELD_TOO_LONG description"]],
  ["R-004-15", "name: a\ndescription: Helps with PDFs.", ["warning DESCRIPTION_WEAK description"]],
  ["R-004-16", `${DESCRIBED}\nlicense: Proprietary. LICENSE.txt has complete terms`, []],
  ["R-004-17", `${DESCRIBED}\ncompatibility: ''`, ["error FIELD_TOO_SHORT compatibility"]],
  ["R-004-17", `${DESCRIBED}\ncompatibility: ${"c".repeat(501)}`, ["error FIELD_TOO_LONG compatibility"]],
  ["R-004-19", `${DESCRIBED}\nmetadata: [a]`, ["error FIELD_TYPE metadata"]],
  ["R-004-21", `${DESCRIBED}\nallowed-tools: Bash(git add:*) Read`, []],
  ["R-004-21", `${DESCRIBED}\nallowed-tools: Bash, Read`, ["warning FIELD_FORMAT allowed-tools"]],
  ["R-004-23", `${DESCRIBED}\nmood: happy`, ["warning FIELD_UNKNOWN mood"]],
];

describe("Agent Skills", () => {
  it.each(AGENT_SKILLS)("%s: %j", (_requirement, frontMatter, expected) =>
    expect(codedIssues("agent-skills", frontMatter)).toEqual(expected),
  );

  it.each([
    ["R-004-29", "[a](/etc/passwd)", ["warning REFERENCE_ABSOLUTE body"]],
    ["R-004-30", "[a](references/x/a.md)", ["warning REFERENCE_TOO_DEEP body"]],
    ["R-004-28", "x\n".repeat(496), ["warning BODY_TOO_LONG body"]],
    ["R-004-27", "字".repeat(5000), ["warning BODY_TOO_LONG body"]],
    ["R-004-22", "anything at all", []],
  ])("%s: the body %j", (_requirement, body, expected) => {
    expect(codedIssues("agent-skills", DESCRIBED, { body, files: { "references/x/a.md": "" } })).toEqual(
      expected,
    );
  });

  it("R-004-12: the name is that of the directory", () => {
    expect(codedIssues("agent-skills", DESCRIBED, { dir: "a" })).toEqual([]);
    expect(codedIssues("agent-skills", DESCRIBED, { dir: "b" })).toEqual(["error NAME_DIR_MISMATCH name"]);
  });
});
