import { expect, it } from "vitest";
import { growthOf } from "@/lib/testing/count-steps";
import { checkSkill } from "./check-skill";
import { readSkillDocument } from "./document/read-skill-document";
import { NO_EVOLUTION } from "./evolution/evolution";
import { stitchSkill } from "./evolution/stitch-skill";
import { listFixes } from "./fixes/list-fixes";
import { matchSchema } from "./json-schema/match-schema";
import { CHECK_PROFILES } from "./types";
import { skillFiles } from "./testing/build-skill";
import { isSemVer } from "./values/versions";
import { readHandlers } from "./vibelife/read-handlers";

/** A square takes four times as many steps for twice the size, and a line two. */
const LINEAR = 2.6;
const fill = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

const PYTHON = ["(", "@a\n", "if x:\n ", '"""', "def f(", 'f"{', "a.", "not ", "a=", " x\n", "#\n", "`"];
it.each([...PYTHON, "f'{x!r:{y}}'"])("steps of reading Python grow no faster than %j", (piece) => {
  expect(growthOf((size) => readHandlers(fill(piece, size)), 8_000)).toBeLessThan(LINEAR);
});

it.each<[string, (size: number) => string]>([
  ["brackets", (size) => `a: ${"[".repeat(size)}`],
  ["hyphens", (size) => "- ".repeat(size)],
  ["question marks", (size) => "? ".repeat(size)],
  ["anchors", (size) => `a: [${"&a x,".repeat(size)}]`],
  ["keys", (size) => Array.from({ length: size }, (_, index) => `k${index}: v`).join("\n")],
  ["text", (size) => `a: ${"x".repeat(size)}`],
])("steps of reading front matter grow no faster than its %s", (_name, block) => {
  const read = (size: number) => readSkillDocument(`---\n${block(size)}\n---\n`);
  expect(growthOf(read, 2_000)).toBeLessThan(LINEAR);
});

it.each([
  "\n",
  "\r",
  "#\n",
  "a\n=\n",
  "```\n",
  "> ",
  "[a](b)\n",
  "](",
  "`",
  "<!--",
  "|rules/x.md|\n",
  "字",
  "scripts/a.py ",
  "[a](scripts\\\\",
])("steps of checking and stitching grow no faster than a body of %j", (piece) => {
  const check = (size: number) => {
    const head = "---\nid: a\nname: a\ndescription: Use it.\nversion: 1.0.0\n---\n";
    const files = new Map([["SKILL.md", head + fill(piece, size)]]);
    for (const profile of CHECK_PROFILES) void checkSkill({ files, dialects: [profile] }).manifest;
    stitchSkill(files, { ...NO_EVOLUTION, fixes: ["x"] });
  };
  expect(growthOf(check, 8_000)).toBeLessThan(LINEAR);
});

it("steps of looking for fixes grow no faster than a name and a list", () => {
  const fixes = (size: number) => {
    const [name, list] = ["A_".repeat(size), "a-b, ".repeat(size / 8)];
    return listFixes({ files: skillFiles(`name: ${name}\ncapabilities: [${list}a-b]`) });
  };
  expect(growthOf(fixes, 16_000)).toBeLessThan(LINEAR);
});

it("a version of absurd length is none, and refusing a longer one takes no more steps", () => {
  expect(growthOf((size) => isSemVer(`1.0.0-${"a.".repeat(size)}a`), 50_000)).toBeLessThan(1.5);
});

it("a pattern that is catastrophic elsewhere takes steps in proportion to the text", () => {
  const match = (size: number) => matchSchema({ pattern: "^(a+)+$" }, `${"a".repeat(size)}!`);
  expect(growthOf(match, 4_000)).toBeLessThan(LINEAR);
});
