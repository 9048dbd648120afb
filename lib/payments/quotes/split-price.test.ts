import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LAMPORTS, splitPrice } from "@/lib/payments/quotes/payment-terms";

const price = fc.bigInt({ min: 0n, max: MAX_LAMPORTS });
const basisPoints = fc.integer({ min: 0, max: 10_000 });

test("the parts of every price add up to it, and neither is negative", () => {
  fc.assert(
    fc.property(price, basisPoints, (lamports, fee) => {
      const { creatorLamports, feeLamports } = splitPrice(lamports, fee);
      expect(creatorLamports + feeLamports).toBe(lamports);
      expect(creatorLamports >= 0n && feeLamports >= 0n).toBe(true);
    }),
  );
});

test("the fee is the largest whole number of lamports not above its share", () => {
  fc.assert(
    fc.property(price, basisPoints, (lamports, fee) => {
      const { feeLamports } = splitPrice(lamports, fee);
      expect(feeLamports * 10_000n <= lamports * BigInt(fee)).toBe(true);
      expect((feeLamports + 1n) * 10_000n > lamports * BigInt(fee)).toBe(true);
    }),
  );
});

test.each([
  [50_000n, 500, 2500n],
  [1n, 500, 0n],
  [19n, 500, 0n],
  [20n, 500, 1n],
  [MAX_LAMPORTS, 10_000, MAX_LAMPORTS],
  [100n, 0, 0n],
])("%s lamports at %s basis points pay a fee of %s", (lamports, fee, expected) => {
  expect(splitPrice(lamports, fee).feeLamports).toBe(expected);
});

test.each([
  [-1n, 500],
  [MAX_LAMPORTS + 1n, 500],
  [1n, -1],
  [1n, 10_001],
  [1n, 0.5],
])("%s lamports at %s basis points throw", (lamports, fee) => {
  expect(() => splitPrice(lamports, fee)).toThrow(/^A (?:price|fee) is 0 to/);
});
