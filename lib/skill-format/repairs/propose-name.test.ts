import { expect, test } from "vitest";
import { nameOf } from "./repair-fences";
import { proposeName } from "./propose-name";

const LONGEST = `${"a".repeat(31)}-${"b".repeat(32)}`;

test.each([
  ["PDF Tools", "pdf-tools"],
  ["pdfFormFiller", "pdf-form-filler"],
  ["GitHub Helper", "github-helper"],
  ["Résumé d’articles", "resume-darticles"],
  ["Straße", "strasse"],
  ["C++ linter", "c-plus-plus-linter"],
  ["C# linter", "c-sharp-linter"],
  ["Q&A", "q-and-a"],
  ["ＰＤＦ　２", "pdf-2"],
  [LONGEST, LONGEST],
  [`${LONGEST}c`, "a".repeat(31)],
  ["a".repeat(70), "a".repeat(64)],
])("%s becomes %s", (written, name) => expect(proposeName(written)).toEqual({ ok: true, name }));

test.each([
  ["发票", "name-other-script"],
  ["PDF 处理", "name-other-script"],
  ["Имя", "name-other-script"],
  ["<name>", "name-placeholder"],
  ["my-skill", "name-placeholder"],
  ["TODO", "name-placeholder"],
  ["---", "name-empty"],
  ["\u200B", "name-empty"],
])("%j gives no name: %s", (written, obstacle) =>
  expect(proposeName(written)).toEqual({ ok: false, obstacle }),
);

test.each([
  ["A title of six words here", undefined, "a-title-of-six-words-here"],
  ["A title of seven words is long", "dir", "dir"],
  ["Skill: PDF tools", undefined, "pdf-tools"],
  ["PDF tools", "pdftools", "pdftools"],
  ["PDF tools", "repo-main", "pdf-tools"],
])("the heading %s in %s gives %s", (heading, dir, name) =>
  expect(nameOf(heading, dir)).toEqual({ ok: true, name }),
);
