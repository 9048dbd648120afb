import { expect, test } from "vitest";
import { sortIntoBuckets } from "./price-buckets";

test("each price falls into one bucket, the ends into the first and the last", () => {
  const buckets = sortIntoBuckets([10n, 100n, 100n, 1_000n, 10_000n], 4);
  expect(buckets?.counts).toEqual([1, 2, 1, 1]);
  expect(buckets).toMatchObject({ lowest: 10n, highest: 10_000n, median: 100n });
  expect(buckets?.placeOf(10n)).toEqual({ bucket: 0, share: 0 });
  expect(buckets?.placeOf(10_000n)).toEqual({ bucket: 3, share: 1 });
});

test("a price outside the others is shown at the end it is nearest to; a free one nowhere", () => {
  const buckets = sortIntoBuckets([10n, 1_000n], 8);
  expect(buckets?.placeOf(1n)).toEqual({ bucket: 0, share: 0 });
  expect(buckets?.placeOf(2n ** 64n - 1n)).toEqual({ bucket: 7, share: 1 });
  expect(buckets?.placeOf(0n)).toBeNull();
});

test("equal prices, one price and none are no trouble", () => {
  expect(sortIntoBuckets([7n, 7n], 3)?.counts).toEqual([0, 2, 0]);
  expect(sortIntoBuckets([7n], 3)?.placeOf(7n)).toEqual({ bucket: 1, share: 0.5 });
  expect(sortIntoBuckets([], 3)).toBeNull();
});
