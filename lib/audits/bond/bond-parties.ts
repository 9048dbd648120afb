import type { BondPair } from "@/lib/audits/bond/bond-terms";

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
