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

const PARTIES = 3;

/** The three who share a vault. Any two of them can move the deposit, nobody alone. */
export interface BondParties extends BondPair {
  creator: string;
}

/** Between whom a deposit has to be: one of the creators and one of the pairs, never parts of two. */
export interface AcceptedParties {
  creators: readonly string[];
  pairs: readonly BondPair[];
}

/** These three and nobody else. */
export const exactly = (parties: BondParties): AcceptedParties => ({
  creators: [parties.creator],
  pairs: [parties],
});

export const sameParties = (one: BondParties | null, other: BondParties | null): boolean =>
  one?.creator === other?.creator && one?.arbiter === other?.arbiter && one?.council === other?.council;

/**
 * Who is who among the signers of a vault; null when they are not three that are accepted. Nobody is a creator who was
 * named in any pair.
 */
export function findParties(
  signers: readonly string[],
  { creators, pairs }: AcceptedParties,
): BondParties | null {
  if (signers.length !== PARTIES || new Set(signers).size !== PARTIES) return null;
  for (const { arbiter, council } of pairs) {
    const [creator, ...others] = signers.filter((address) => address !== arbiter && address !== council);
    if (creator === undefined || others.length > 0 || !creators.includes(creator)) continue;
    if (!pairs.some((pair) => isOf(pair, creator))) return { creator, arbiter, council };
  }
  return null;
}

/** Whether an address is arbiter or council of a pair. */
export const isOf = ({ arbiter, council }: BondPair, address: string): boolean =>
  address === arbiter || address === council;
