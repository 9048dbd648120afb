import { expect, test } from "vitest";
import { findPriceShortfall, leastPriceLamports, timeLimitMs } from "./time-limit";

test.each([
  // timeout in seconds, least price
  [0.5, 0n],
  [1, 0n],
  [59.5, 0n],
  [60, 0n],
  [60.001, 1_000n],
  [61, 1_000n],
  [62, 2_000n],
  [299, 239_000n],
  [300, 240_000n],
  [600, 240_000n], // no run takes longer than 300 s
])("a call that may take %d s costs at least %d lamports", (seconds, lamports) => {
  expect(leastPriceLamports(seconds * 1_000)).toBe(lamports);
});

test.each([
  // stated seconds, price, seconds that a run has
  [60, 0n, 60],
  [300, 0n, 300], // a free run ends for others
  [600, 0n, 300],
  [60, 1n, 60],
  [10, 1n, 10],
  [61, 1n, 60],
  [61, 999n, 60],
  [61, 1_000n, 61],
  [62, 1_999n, 61],
  [300, 19n, 60],
  [300, 239_999n, 299],
  [300, 240_000n, 300],
  [300, 240_001n, 300],
  [600, 240_000n, 300],
  [600, 10n ** 18n, 300],
  [60.5, 1n, 60],
  [60.5, 1_000n, 60.5],
])("a skill that states %d s at %d lamports has %d s", (seconds, lamports, has) => {
  expect(timeLimitMs(seconds * 1_000, lamports)).toBe(has * 1_000);
});

test.each([
  [300, 0n, null],
  [300, 240_000n, null],
  [60, 1n, null],
  [61, 1_000n, null],
  [61, 999n, /61 s costs at least 1000 lamports: 60 s .* 1000 for each .* Found 999\./],
  [300, 19n, /300 s costs at least 240000 lamports/],
])("%d s at %d lamports: %s", (seconds, lamports, says) => {
  const found = findPriceShortfall(seconds * 1_000, lamports);
  if (says === null) expect(found).toBeNull();
  else expect(found).toMatch(says);
});

test("the least price buys all of the time that is stated, and a lamport less does not", () => {
  for (let ms = 1_000; ms <= 320_000; ms += 500) {
    const least = leastPriceLamports(ms);
    const all = Math.min(ms, 300_000);
    expect(timeLimitMs(ms, least)).toBe(all);
    if (least > 1n) expect(timeLimitMs(ms, least - 1n)).toBeLessThan(all);
  }
});
