import { expect, test } from "vitest";
import { diffLines, markWords } from "@/lib/audits/review/text-diff";

/** The marks of a diff, changed parts in brackets. */
function marksOf(before: string, after: string): string[] {
  return [...markWords(diffLines(before, after))].map(
    ([line, parts]) =>
      `${line.kind}: ${parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("")}`,
  );
}

test("marks the words that changed inside a line, on both sides", () => {
  const before = 'KEY = os.environ["TAVILY_API_KEY"]';
  const after = 'KEY = os.environ.get("TAVILY_API_KEY", "")';
  expect(marksOf(before, after)).toEqual([
    'removed: KEY = os.environ[[]"TAVILY_API_KEY"[]]',
    'added: KEY = os.environ[.get(]"TAVILY_API_KEY"[, "")]',
  ]);
});

test("finds the new version of a line among lines added around it", () => {
  expect(marksOf("keep\ntotal = first(1)\n", "keep\ncache = 4\ntotal = second(1)\n")).toEqual([
    "removed: total = [first](1)",
    "added: total = [second](1)",
  ]);
});

test("marks Chinese and Korean words, and nothing where two lines have little in common", () => {
  expect(marksOf("返回 天气 数据\n", "返回 气温 数据\n")).toHaveLength(2);
  expect(marksOf("return 1\n", "import os, sys\n")).toEqual([]);
});

test("every part of a line together is the line, whatever the texts are", () => {
  const texts = ["", "a", "a b", "a  b\tc", "𝔘𝔫𝔦 ⚠️ é", "()[]{};", "a".repeat(3_000), "{}".repeat(900)];
  for (const before of texts) {
    for (const after of texts) {
      for (const [line, parts] of markWords(diffLines(before, after))) {
        expect(parts.map(({ text }) => text).join("")).toBe(line.text);
      }
    }
  }
});
