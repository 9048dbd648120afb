import { currentBondTerms } from "@/lib/audits/bond/bond-settings";
import { requiredBondLamports } from "@/lib/audits/bond/bond-terms";
import { isDomainError } from "@/lib/kernel/errors";
import { hintPolicy, type Hints } from "@/lib/skill-format";

/** What this market asks to be locked for an optimistic listing, in lamports; null where it takes no deposits. */
export function findBondCost(hints: Hints): bigint | null {
  try {
    return requiredBondLamports(currentBondTerms(), hintPolicy(hints).higherBond);
  } catch (error) {
    if (isDomainError(error, "BOND_NOT_LOCKED")) return null;
    throw error;
  }
}
