import { expect, test } from "vitest";
import { compareFiles } from "@/lib/audits/review/compare-packages";
import { diffLines, markWords } from "@/lib/audits/review/text-diff";
import { growthOf } from "@/lib/testing/count-steps";

test("however long two texts that share nothing are, the search for what they share ends", () => {
  const many = (word: string, size: number) =>
    Array.from({ length: size }, (_, index) => `${word}${index}`).join("\n");
  expect(growthOf((size) => diffLines(many("a", size), many("b", size)), 4_000)).toBeLessThan(2.2);
});

test("of two packages that share nothing, a number of lines is looked for, however many files they are", () => {
  const files = (word: string, size: number) =>
    Array.from({ length: size }, (_file, file) => ({
      path: `${file}.txt`,
      bytes: Buffer.from(Array.from({ length: 900 }, (_, line) => `${word}${file}.${line}`).join("\n")),
    }));
  expect(growthOf((size) => compareFiles(files("a", size), files("b", size)), 5)).toBeLessThan(1.6);
});

test("the words of no more than some hundreds of lines are compared, however many are different", () => {
  const written = (size: number, order: (word: number) => number) =>
    Array.from({ length: size }, (_, at) =>
      Array.from({ length: 90 }, (_word, word) => `w${(order(word) * (at + 1)) % 97}`).join(" "),
    ).join("\n");
  const lines = new Map(
    [50, 400, 800].map((size) => [
      size,
      diffLines(
        written(size, (word) => word),
        written(size, (word) => 89 - word),
      ),
    ]),
  );
  expect(growthOf((size) => markWords(lines.get(size)!), 400)).toBeLessThan(1.5);
});
