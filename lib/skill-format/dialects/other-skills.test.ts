import { expect, it } from "vitest";
import { checkSkill } from "../check-skill";

/** What is said of a package: severity, code, path and line. */
function said(body: string, paths: readonly string[] = []): string[] {
  const skill = `---\nname: own\ndescription: Does it when asked.\n---\n${body}`;
  const files = new Map([["SKILL.md", skill], ...paths.map((path) => [path, ""] as const)]);
  const [report] = checkSkill({ files, dialects: ["agent-skills"] }).reports;
  expect(report?.valid).toBe(true);
  return (report?.issues ?? []).map(
    ({ severity, code, path, line = 0 }) => `${severity} ${code} ${path} ${line}`,
  );
}

it.each([
  ["text", [], []],
  ["text", ["references/a.md"], []],
  ["text", ["MY-SKILL.md", "a/my-skill.md"], []],
  ["text", ["b/SKILL.md", "a/skill.md"], ["warning SKILL_FURTHER a/skill.md 0"]],
  ["Use the skill `csv-profile`.", [], ["info SKILL_NAMED body 5"]],
  ["the `own` skill", [], []],
])("%s with %j: %j", (body, paths, expected) => {
  expect(said(body, paths)).toEqual(expected);
});
