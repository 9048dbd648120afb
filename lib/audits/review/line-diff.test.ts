import fc from "fast-check";
import { expect, test } from "vitest";
import { countChanges, diffLines, toHunks } from "@/lib/audits/review/text-diff";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

test("a diff holds both texts, whole and in order, with their line numbers", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const join = (kinds: string[]) =>
        lines
          .filter(({ kind }) => kinds.includes(kind))
          .map((line) => `${line.text}\n`)
          .join("");
      expect(join(["same", "removed"])).toBe(before);
      expect(join(["same", "added"])).toBe(after);
      const numbers = (side: "old" | "next") => lines.flatMap((line) => line[side] ?? []);
      for (const side of ["old", "next"] as const)
        expect(numbers(side)).toEqual(numbers(side).map((_, index) => index + 1));
    }),
    { numRuns: 500 },
  );
});

test("it is as short as the longest common subsequence allows", () => {
  const longest = (a: string[], b: string[]) => {
    const table = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++)
        table[i]![j] =
          a[i - 1] === b[j - 1]
            ? (table[i - 1]?.[j - 1] ?? 0) + 1
            : Math.max(table[i - 1]?.[j] ?? 0, table[i]?.[j - 1] ?? 0);
    return table[a.length]?.[b.length] ?? 0;
  };
  fc.assert(
    fc.property(text, text, (before, after) => {
      const common = diffLines(before, after).filter(({ kind }) => kind === "same").length;
      const lines = (value: string) => value.split("\n").slice(0, -1);
      expect(common).toBe(longest(lines(before), lines(after)));
    }),
  );
});

test("hunks show the changes with three lines around them, and lines that are marked", () => {
  const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
  const lines = diffLines(before, before.replace("line 10\n", "line ten\n"));
  expect(countChanges(lines)).toEqual({ added: 1, removed: 1 });
  const firstLines = (options: Parameters<typeof toHunks>[1]) =>
    toHunks(lines, options).hunks.map(({ lines: shown, gap }) => [shown[0]?.next, shown.length, gap?.from]);
  expect(firstLines({})).toEqual([[7, 8, 0]]);
  expect(firstLines({ marked: new Set([30]) })).toEqual([
    [7, 8, 0],
    [27, 7, 14],
  ]);
  expect(toHunks(lines).after).toEqual({ from: 14, lines: 27 });
});

test("a gap is shown when it is opened, and all of them when all are", () => {
  const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
  const lines = diffLines(before, before.replace("line 20\n", "line twenty\n"));
  const opened = toHunks(lines, { open: new Set([0, 7]) });
  expect(opened.hunks.map(({ lines: shown }) => shown.length)).toEqual([24]);
  expect(opened.after).not.toBeNull();
  const all = toHunks(lines, { open: "all" });
  expect(all.hunks.map(({ lines: shown }) => shown.length)).toEqual([41]);
  expect(all.after).toBeNull();
});

test("a hunk names the section it is in", () => {
  const body = Array.from({ length: 12 }, (_, index) => `    step(${index})`).join("\n");
  const before = `def search(q):\n${body}\n`;
  const [hunk] = toHunks(diffLines(before, before.replace("step(9)", "leap(9)"))).hunks;
  expect(hunk?.section).toBe("def search(q):");
});

test("two long texts that share nothing are shown as replaced", () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join("\n");
  expect(countChanges(diffLines(many("a"), many("b")))).toEqual({ added: 20_000, removed: 20_000 });
});
