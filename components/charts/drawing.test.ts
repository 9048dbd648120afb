import { expect, it } from "vitest";
import { labelledDays, ticksFor } from "@/components/charts/drawing";

it("ticks are round, start at 0 and reach the highest value", () => {
  expect(ticksFor(58_204, 1)).toEqual([0, 20_000, 40_000, 60_000]);
  expect(ticksFor(1_906, 1)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  expect(ticksFor(2.2, 1e-9)).toEqual([0, 1, 2, 3]);
});

it("what is counted has no halves", () => {
  expect(ticksFor(1, 1)).toEqual([0, 1]);
  expect(ticksFor(3, 1)).toEqual([0, 1, 2, 3]);
  for (const highest of [5, 7, 9, 11, 13]) {
    expect(ticksFor(highest, 1).every(Number.isInteger)).toBe(true);
    expect(ticksFor(highest, 1).at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

it("the smallest amounts still have a scale", () => {
  const ticks = ticksFor(0.000042, 1e-9);
  expect(ticks[0]).toBe(0);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(0.000042);
  expect(ticks.length).toBeLessThan(6);
});

it("a few days have a word under the axis", () => {
  expect(labelledDays(30, 5)).toEqual([0, 6, 12, 18, 24]);
  expect(labelledDays(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
