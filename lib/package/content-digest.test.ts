import { expect, test } from "vitest";
import { contentDigest } from "./package-digest";

const TEXT = "Reads tables of all kinds and says what stands in their columns. ".repeat(8);
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const skill = (name: string, body = TEXT) => file("SKILL.md", `---\nname: ${name}\n---\n\n${body}\n`);

const digest = contentDigest([skill("pdf-tools"), file("scripts/run.py", "print(1)")], "pdf-tools");

test.each([
  ["another front matter", [file("SKILL.md", `---\nname: x\nversion: 2.0.0\n---\n${TEXT}`)], "table-tools"],
  ["other line ends", [file("SKILL.md", `---\r\nname: x\r\n---\r\n\r\n${TEXT}\r\n`)], "x-tools"],
  ["a mark in front", [file("SKILL.md", `\uFEFF---\nname: x\n---\n${TEXT}`)], "x-tools"],
  ["no front matter", [file("skill.md", TEXT)], "x-tools"],
  ["another licence", [skill("x-tools"), file("LICENSE.txt", "MIT")], "x-tools"],
])("%s is the same content", (_, files, name) => {
  expect(contentDigest([...files, file("scripts/run.py", "print(1)")], name)).toBe(digest);
});

test("the skill's own name in its text, however it is written, makes no difference", () => {
  const named = (name: string, words: string) =>
    contentDigest([skill(name, `# ${words}\n${TEXT}${name}_1`)], name);
  expect(named("pdf-tools", "PDF Tools")).toBe(named("table-facts", "table facts"));
  expect(named("문서-도구", "문서 도구")).toBe(named("table-facts", "TABLE-FACTS"));
});

test.each([
  ["another text", [skill("pdf-tools", `${TEXT}!`), file("scripts/run.py", "print(1)")]],
  ["another file", [skill("pdf-tools"), file("scripts/run.py", "print(2)")]],
  ["another path", [skill("pdf-tools"), file("scripts/other.py", "print(1)")]],
  ["one file less", [skill("pdf-tools")]],
])("%s is another content", (_, files) => {
  expect(contentDigest(files, "pdf-tools")).not.toBe(digest);
  expect(contentDigest(files, "pdf-tools")).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("what is too little to be anybody's has none, whatever licence it brings", () => {
  expect(contentDigest([skill("a-b", "Do it."), file("LICENSE", TEXT)], "a-b")).toBeNull();
  expect(contentDigest([skill("pdf-tools", "pdf-tools ".repeat(100))], "pdf-tools")).toBeNull();
  expect(contentDigest([], "a-b")).toBeNull();
});

test("a name of signs of patterns stands for itself", () => {
  expect(contentDigest([skill("x", `${TEXT}a+b`)], "a+(b")).not.toBeNull();
});
