import { expect, test } from "vitest";
import { proposeRoot } from "./propose-root";

test.each([
  [["Skill.md", "scripts/main.py"], { folder: "", file: "Skill.md" }],
  [["repo/README.md", "repo/skills/a/skill.md"], { folder: "repo/skills/a", file: "repo/skills/a/skill.md" }],
  // what lies below a skill belongs to it
  [["a/SKILL.md", "a/examples/b/SKILL.md"], { folder: "a", file: "a/SKILL.md" }],
  [["SKILL.MD", "examples/SKILL.md"], { folder: "", file: "SKILL.MD" }],
  // a name in full counts before one that nearly is
  [["a/skills.md", "b/SKILL.md"], { folder: "b", file: "b/SKILL.md" }],
  [["ab/SKILL.md", "a/notes.md"], { folder: "ab", file: "ab/SKILL.md" }],
])("of %j it is %j", (paths, place) => expect(proposeRoot(paths)).toEqual({ ok: true, ...place }));

test.each([
  [["README.md"], "no-skill-file"],
  [[], "no-skill-file"],
  [["my-skill.md"], "no-skill-file"],
  [["a/SKILL.md", "ab/SKILL.md"], "several-skills"],
  [["SKILL.md", "Skill.md"], "several-skills"],
])("of %j there is none: %s", (paths, obstacle) =>
  expect(proposeRoot(paths)).toEqual({ ok: false, obstacle }),
);
