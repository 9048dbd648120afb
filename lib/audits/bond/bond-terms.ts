/** A skill that can destroy something needs half as much again (Exo §3). */
const DESTRUCTIVE_FACTOR_PERCENT = 150n;

/** The two whom the operator names: a creator shares the vault of a deposit with them. */
export interface BondPair {
  arbiter: string;
  council: string;
}

/** What the settings of today ask of a deposit. One that is in its vault keeps those it was made under. */
export interface BondTerms extends BondPair {
  requiredLamports: bigint;
  /**
   * Pairs named before whom the operator still stands by: a deposit with them counts also when it is first seen today.
   */
  former: readonly BondPair[];
}

/** What a version must lock to be listed optimistically. */
export function requiredBondLamports(
  { requiredLamports }: Pick<BondTerms, "requiredLamports">,
  destructive: boolean,
): bigint {
  return destructive ? (requiredLamports * DESTRUCTIVE_FACTOR_PERCENT) / 100n : requiredLamports;
}

/** The pairs a deposit may be made with as far as the settings go, today's first; none where no deposits are taken. */
export const namedPairs = (terms: BondTerms | null): BondPair[] =>
  terms ? [{ arbiter: terms.arbiter, council: terms.council }, ...terms.former] : [];
