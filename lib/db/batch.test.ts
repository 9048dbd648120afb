import { expect, test } from "vitest";
import { batched } from "@/lib/db/batch";

/** Doubles numbers, notes which came together, and fails for a run that holds 13. */
function doubling() {
  const runs: number[][] = [];
  const double = batched(async (items: readonly number[]) => {
    runs.push([...items]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (items.includes(13)) throw new Error("13");
    return items.map((item) => item * 2);
  });
  return { runs, double };
}

test("one alone is run at once, and those of one moment together, each with its own outcome", async () => {
  const { runs, double } = doubling();
  expect(await double(1)).toBe(2);
  expect(await Promise.all([2, 3, 3].map(double))).toEqual([4, 6, 6]);
  expect(runs).toEqual([[1], [2, 3, 3]]);
});

test("what comes while others are under way goes with the next, and no run holds more than it may", async () => {
  const { runs, double } = doubling();
  const items = Array.from({ length: 500 }, (_, i) => i + 100);
  const outcomes = await Promise.all(items.map(double));
  expect(outcomes).toEqual(items.map((item) => item * 2));
  expect(runs.map((run) => run.length)).toEqual([128, 128, 128, 116]);
});

test("a failure is that of its own item only", async () => {
  const { double } = doubling();
  const outcomes = await Promise.allSettled([1, 13, 3].map(double));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
