export const MAX_LAMPORTS = 2n ** 64n - 1n;
const BASIS_POINTS = 10_000;

export interface PriceParts {
  creatorLamports: bigint;
  feeLamports: bigint;
}

/**
 * Splits a price into the creator's part and the platform's fee. The fee is rounded down, so that the creator never
 * loses a lamport to rounding, and the parts always add up to the price; so with the units of a token. Throws a
 * `RangeError` for a price outside 0..2^64-1 or a fee outside 0..10,000 basis points.
 */
export function splitPrice(priceLamports: bigint, feeBasisPoints: number): PriceParts {
  if (priceLamports < 0n || priceLamports > MAX_LAMPORTS) {
    throw new RangeError(`A price is 0 to ${MAX_LAMPORTS} lamports, not ${priceLamports}.`);
  }
  if (!Number.isInteger(feeBasisPoints) || feeBasisPoints < 0 || feeBasisPoints > BASIS_POINTS) {
    throw new RangeError(`A fee is 0 to ${BASIS_POINTS} basis points, not ${feeBasisPoints}.`);
  }
  const feeLamports = (priceLamports * BigInt(feeBasisPoints)) / BigInt(BASIS_POINTS);
  return { creatorLamports: priceLamports - feeLamports, feeLamports };
}
