import { expect, test } from "vitest";
import { sortIntoBuckets } from "./price-among";

test("each price falls into one bucket, the ends into the first and the last", () => {
  const buckets = sortIntoBuckets([10n, 100n, 100n, 1_000n, 10_000n], 4);
  expect(buckets?.counts).toEqual([1, 2, 1, 1]);
  expect(buckets).toMatchObject({ lowest: 10n, highest: 10_000n, median: 100n });
  expect(buckets?.bucketOf(10n)).toBe(0);
  expect(buckets?.bucketOf(10_000n)).toBe(3);
});

test("a price outside the others is shown at the end it is nearest to; a free one nowhere", () => {
  const buckets = sortIntoBuckets([10n, 1_000n], 8);
  expect(buckets?.bucketOf(1n)).toBe(0);
  expect(buckets?.bucketOf(2n ** 64n - 1n)).toBe(7);
  expect(buckets?.bucketOf(0n)).toBeNull();
});

test("equal prices, one price and none are no trouble", () => {
  expect(sortIntoBuckets([7n, 7n], 3)?.counts).toEqual([0, 2, 0]);
  expect(sortIntoBuckets([7n], 3)?.bucketOf(7n)).toBe(1);
  expect(sortIntoBuckets([], 3)).toBeNull();
});
