import { exactly, findParties } from "@/lib/audits/bond/bond-parties";
import { namedPairs, type BondTerms } from "@/lib/audits/bond/bond-terms";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import {
  findChallengesOfBond,
  findMovableBond,
  type MovableBond,
} from "@/lib/audits/bond/moves/moves-repository";
import { findVaultOwner, readMultisigSigners } from "@/lib/audits/bond/vault/read-vault";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/solana/connection";

/** `refund` pays the deposit back to its creator; `slash` pays it to whoever challenged the version and was right. */
export type MoveKind = "refund" | "slash";

export interface MoveTerms {
  bond: MovableBond;
  multisig: string;
  /**
   * The three parties of the vault, as the chain has them; they are those it was opened between, whoever the settings
   * name by now.
   */
  parties: string[];
  destination: string;
}

/**
 * Where a deposit may go now. A refund needs a version without an open or upheld challenge, a slash one with an upheld
 * challenge. The chain itself knows nothing of this: there, any two of the three can move the deposit anywhere. Throws
 * BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
export async function findMoveTerms(
  { vaultAddress, kind }: { vaultAddress: string; kind: MoveKind },
  { chain, terms }: { chain: SolanaConnection; terms: BondTerms | null },
): Promise<MoveTerms> {
  const bond = await findMovableBond(database(), vaultAddress);
  const multisig = bond && findVaultOwner(await chain.findAccount(vaultAddress));
  const parties = multisig && readMultisigSigners(await chain.findAccount(multisig));
  if (!bond || !multisig || !parties) throw bondRefused("no_bond");
  const accepted = bond.parties ? exactly(bond.parties) : { creators: parties, pairs: namedPairs(terms) };
  const between = findParties(parties, accepted);
  if (!between) throw bondRefused("no_bond");
  const challenges = await findChallengesOfBond(database(), bond.versionId);
  const upheld = challenges.find(({ state }) => state === "upheld");
  const found = { bond, multisig, parties };
  if (kind === "slash") {
    if (!upheld) throw bondRefused("no_upheld_challenge");
    if (upheld.wallet === null) throw bondRefused("no_destination");
    return { ...found, destination: upheld.wallet };
  }
  if (upheld) throw bondRefused("upheld_challenge");
  if (challenges.some(({ state }) => state === "open")) throw bondRefused("open_challenge");
  return { ...found, destination: between.creator };
}
