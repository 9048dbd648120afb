import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { type PlatformKey, findDemoKey } from "@/lib/log/attestation/platform-key";

/** What this installation asks of a deposit; null where it names no arbiter and council and so takes none. */
export function findBondTerms(): BondTerms | null {
  const { BOND_LAMPORTS, BOND_ARBITER_ADDRESS, BOND_COUNCIL_ADDRESS, BOND_FORMER_PARTIES } = env();
  if (BOND_ARBITER_ADDRESS === undefined || BOND_COUNCIL_ADDRESS === undefined) return null;
  return {
    requiredLamports: BOND_LAMPORTS,
    arbiter: BOND_ARBITER_ADDRESS,
    council: BOND_COUNCIL_ADDRESS,
    former: BOND_FORMER_PARTIES,
  };
}

/** The same. Throws BOND_NOT_LOCKED where this market takes no deposits. */
export function currentBondTerms(): BondTerms {
  const terms = findBondTerms();
  if (terms) return terms;
  throw notOffered();
}

export const notOffered = () =>
  new DomainError(
    "BOND_NOT_LOCKED",
    "This market takes no deposits: BOND_ARBITER_ADDRESS and BOND_COUNCIL_ADDRESS are not set.",
    { details: { reason: "not_offered" } },
  );

/** Whose key others may have: a deposit with one of them backs nothing, whatever it was made under. */
export const distrustedParties = (): readonly string[] => env().BOND_DISTRUSTED_PARTIES;

const NAMES = ["arbiter", "council"] as const;

/**
 * The keys of this installation that share deposits and sign by themselves: those of a demonstration, where it made
 * them. None in any other market: there, people sign.
 */
export function findOwnParties(): PlatformKey[] {
  if (!env().demonstration) return [];
  return NAMES.flatMap((name) => findDemoKey(name) ?? []);
}

/** Addresses of the same, for pages that say whose they are. */
export const ownPartyAddresses = (): string[] => findOwnParties().map(({ keyId }) => keyId);
