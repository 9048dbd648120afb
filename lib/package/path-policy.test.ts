import { describe, expect, it } from "vitest";
import { findPathCollision, checkPath } from "./path-policy";

describe("a path is refused", () => {
  it.each([
    "",
    ".",
    "..",
    "../a",
    "a/..",
    "a/./b",
    "/a",
    "a/",
    "a//b",
    "~\u0000",
    "a\\b",
    "C:/a",
    "c:a",
    "a|b",
    "a?b",
    "<a>",
    'a"b',
    "con",
    "CON.txt",
    "a/nul",
    "lpt1.py",
    "COM¹",
    "a.",
    "a ",
    "a\u3000",
    "a./b",
    "a\u0007",
    "a\u200db",
    "a\u2066b",
    "\ufeffa",
    "a\ufe0f",
    "\u3164",
    "a\u{e0041}",
    "cafe\u0301",
    "\ud800",
    "a\u2028b",
    "．．/a",
    "a／b",
    "x".repeat(201),
    "说".repeat(86),
  ])("%j", (path) => {
    expect(checkPath(path)?.code).toBe("PATH_INVALID");
  });
});

describe("a path is accepted", () => {
  it.each([
    "SKILL.md",
    "a/b/c.py",
    "notes..txt",
    "..a",
    "...a",
    ".env.example",
    "with space.txt",
    "说明/사용법.md",
    "café.md",
    "-rf",
    "console.log",
    "com.py/a",
    "auxiliary",
    "naïve résumé (1).md",
    "__proto__",
    "x".repeat(197) + ".py",
    "😀.md",
    "a:".slice(0, 1),
  ])("%j", (path) => {
    expect(checkPath(path)).toBeNull();
  });

  it("counts characters, not bytes or UTF-16 units", () => {
    const path = (length: number) =>
      Array.from({ length }, (_, at) => (at % 40 === 39 ? "/" : "😀")).join("");
    expect(checkPath(path(199))).toBeNull();
    expect(checkPath(path(202))?.message).toContain("more than 200");
  });
});

describe("a collision", () => {
  it.each([
    [["a", "a"], true],
    [["a", "A"], true],
    [["straße", "STRASSE"], true],
    [["a", "a/b"], true],
    [["A", "a/b"], true],
    [["a/b", "A/c"], true],
    [["é", "e\u0301"], true],
    [["a/b", "a/c"], false],
    [["ab", "a/b"], false],
    [["a.b", "a/b"], false],
  ])("of %j: %j", (paths, collides) => {
    expect(findPathCollision(paths) !== null).toBe(collides);
  });
});
