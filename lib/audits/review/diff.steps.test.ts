import { expect, test } from "vitest";
import { diffLines } from "@/lib/audits/review/line-diff";
import { markWords } from "@/lib/audits/review/word-marks";
import { growthOf } from "@/lib/testing/count-steps";

test("however long two texts that share nothing are, the search for what they share ends", () => {
  const many = (word: string, size: number) =>
    Array.from({ length: size }, (_, index) => `${word}${index}`).join("\n");
  expect(growthOf((size) => diffLines(many("a", size), many("b", size)), 4_000)).toBeLessThan(2.2);
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
