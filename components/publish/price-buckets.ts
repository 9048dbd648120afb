const LOWEST = 1;

export interface PriceBuckets {
  /** How many prices fall into each, from the lowest to the highest; the steps are even on a logarithmic scale. */
  counts: number[];
  lowest: bigint;
  highest: bigint;
  median: bigint;
  /** Which bucket a price falls into; null for a free one. */
  bucketOf: (price: bigint) => number | null;
}

/** Sorts prices above 0 into `size` buckets; null for none. They must come lowest first. */
export function sortIntoBuckets(prices: readonly bigint[], size: number): PriceBuckets | null {
  const [lowest, highest, median] = [prices[0], prices.at(-1), prices[Math.floor(prices.length / 2)]];
  if (lowest === undefined || highest === undefined || median === undefined) return null;
  const [from, to] = [Math.log(Number(lowest)), Math.log(Number(highest))];
  const shareOf = (price: bigint) =>
    to === from
      ? 0.5
      : Math.min(1, Math.max(0, (Math.log(Math.max(LOWEST, Number(price))) - from) / (to - from)));
  const bucketOf = (price: bigint) => Math.min(size - 1, Math.floor(shareOf(price) * size));
  const counts = Array.from({ length: size }, () => 0);
  for (const price of prices) counts[bucketOf(price)]! += 1;
  return {
    counts,
    lowest,
    highest,
    median,
    bucketOf: (price) => (price <= 0n ? null : bucketOf(price)),
  };
}
