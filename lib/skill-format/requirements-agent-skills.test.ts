import { describe, expect, it } from "vitest";
import { codedIssues } from "./testing/build-skill";

const DESCRIBED = "name: a\ndescription: Does it when asked.";

const AGENT_SKILLS: [requirement: string, frontMatter: string, expected: string[]][] = [
  ["Agent Skills, fields", "description: Use it.", ["error FIELD_REQUIRED name"]],
  ["Agent Skills, name", `name: ${"a".repeat(65)}\ndescription: Use it.`, ["error FIELD_TOO_LONG name"]],
  ["Agent Skills, name", "name: PDF-Processing\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["Agent Skills, name", "name: '-pdf'\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["Agent Skills, name", "name: pdf--processing\ndescription: Use it.", ["error FIELD_FORMAT name"]],
  ["Agent Skills, description", "name: a\ndescription: '  '", ["error FIELD_REQUIRED description"]],
  [
    "Agent Skills, description",
    `name: a\ndescription: use ${"d".repeat(1021)}`,
    ["error FIELD_TOO_LONG description"],
  ],
  [
    "Agent Skills, description",
    "name: a\ndescription: Helps with PDFs.",
    ["warning DESCRIPTION_WEAK description"],
  ],
  ["Agent Skills, license", `${DESCRIBED}\nlicense: Proprietary. LICENSE.txt has complete terms`, []],
  ["Agent Skills, compatibility", `${DESCRIBED}\ncompatibility: ''`, ["error FIELD_TOO_SHORT compatibility"]],
  [
    "Agent Skills, compatibility",
    `${DESCRIBED}\ncompatibility: ${"c".repeat(501)}`,
    ["error FIELD_TOO_LONG compatibility"],
  ],
  ["Agent Skills, metadata", `${DESCRIBED}\nmetadata: [a]`, ["error FIELD_TYPE metadata"]],
  ["Agent Skills, allowed-tools", `${DESCRIBED}\nallowed-tools: Bash(git add:*) Read`, []],
  [
    "Agent Skills, allowed-tools",
    `${DESCRIBED}\nallowed-tools: Bash, Read`,
    ["warning FIELD_FORMAT allowed-tools"],
  ],
  ["Agent Skills, fields", `${DESCRIBED}\nmood: happy`, ["warning FIELD_UNKNOWN mood"]],
];

describe("Agent Skills", () => {
  it.each(AGENT_SKILLS)("%s: %j", (_requirement, frontMatter, expected) =>
    expect(codedIssues("agent-skills", frontMatter)).toEqual(expected),
  );

  it.each([
    ["Agent Skills, file references", "[a](/etc/passwd)", ["warning REFERENCE_ABSOLUTE body"]],
    ["Agent Skills, file references", "[a](references/x/a.md)", ["warning REFERENCE_TOO_DEEP body"]],
    ["Agent Skills, progressive disclosure", "x\n".repeat(496), ["warning BODY_TOO_LONG body"]],
    ["Agent Skills, progressive disclosure", "字".repeat(5000), ["warning BODY_TOO_LONG body"]],
    ["Agent Skills, body", "anything at all", []],
  ])("%s: the body %j", (_requirement, body, expected) => {
    expect(codedIssues("agent-skills", DESCRIBED, { body, files: { "references/x/a.md": "" } })).toEqual(
      expected,
    );
  });

  it("Agent Skills, name: the name is that of the directory", () => {
    expect(codedIssues("agent-skills", DESCRIBED, { dir: "a" })).toEqual([]);
    expect(codedIssues("agent-skills", DESCRIBED, { dir: "b" })).toEqual(["error NAME_DIR_MISMATCH name"]);
  });
});
