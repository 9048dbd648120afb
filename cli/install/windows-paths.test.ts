import path from "node:path";
import { expect, test } from "vitest";
import { checkPath } from "@/lib/package";
import { isInside } from "./place-skill";

// What is installed on one system is installed on every other one: the rules of Windows, tried where it is not at hand.
const { win32 } = path;

test.each([
  ["C:\\work", "C:\\work\\.claude\\skills", true],
  ["C:\\Work", "c:\\work\\a", true],
  ["C:\\", "C:\\a", true],
  ["C:\\work", "C:\\work", false],
  ["C:\\work", "C:\\workshop\\a", false],
  ["C:\\work", "C:\\a", false],
  ["C:\\work", "D:\\work\\a", false],
  ["C:\\work", "\\\\server\\work\\a", false],
  ["C:\\work", "C:\\work\\..a", true],
])("%s has %s below it on Windows: %s", (directory, place, inside) => {
  expect(isInside(directory, place, win32)).toBe(inside);
});

test.each([
  ["/project", "/project/a", true],
  ["/", "/a", true],
  ["/project", "/projects/a", false],
  ["/project", "/Project/a", false],
])("%s has %s below it elsewhere: %s", (directory, place, inside) => {
  expect(isInside(directory, place, path.posix)).toBe(inside);
});

test.each([
  "..\\a",
  "a\\..\\..\\b",
  "C:a",
  "C:/a",
  "//server/share/a",
  "a:stream",
  "con",
  "docs/AUX.txt",
  "docs./a",
  "docs /a",
  "what?",
])("no package holds %s, which Windows would put elsewhere or not at all", (file) => {
  expect(checkPath(file)).not.toBeNull();
});

test.each(["SKILL.md", "scripts/main.py", "docs/..a/b", "资料/说明.md"])(
  "%s is unpacked into its folder",
  (file) => {
    expect(checkPath(file)).toBeNull();
    expect(isInside("C:\\work\\skill", win32.join("C:\\work\\skill", ...file.split("/")), win32)).toBe(true);
  },
);
