import { expect, test } from "vitest";
import { countSteps, growthOf } from "./count-steps";

function pairs(size: number): number {
  let found = 0;
  for (let left = 0; left < size; left++) for (let right = 0; right < size; right++) found++;
  return found;
}
function once(size: number): number {
  let found = 0;
  for (let at = 0; at < size; at++) found++;
  return found;
}

test("steps are counted, also of what has run often, and tell a square from a line", () => {
  expect(countSteps(() => once(100_000))).toBeGreaterThanOrEqual(100_000);
  expect(countSteps(() => once(100_000))).toBeLessThan(101_000);
  expect(growthOf(once, 10_000)).toBeCloseTo(2, 1);
  expect(growthOf(pairs, 500)).toBeCloseTo(4, 1);
});
