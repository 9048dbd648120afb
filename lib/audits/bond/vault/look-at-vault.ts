import { exactly, type AcceptedParties } from "@/lib/audits/bond/bond-parties";
import { namedPairs, type BondPair, type BondTerms } from "@/lib/audits/bond/bond-terms";
import { listOpenings } from "@/lib/audits/bond/vault/vaults-repository";
import {
  findVaultOwner,
  readMultisigSigners,
  readVault,
  type VaultRead,
} from "@/lib/audits/bond/vault/read-vault";
import type { BondRow, BondSubject } from "@/lib/audits/bond/repository";
import type { VaultHistoryChain } from "@/lib/audits/bond/vault/vault-history";
import { database } from "@/lib/db/client";
import type { FinalAccount } from "@/lib/solana/final-accounts";
import type { SeenAt } from "@/lib/solana/on-chain";

/** Openings of one vault that are looked up: each was signed by its creator, and at most one can have landed. */
const MOST_OPENINGS = 4;

export interface BondChain extends VaultHistoryChain {
  findFinalAccount(address: string, notBefore?: SeenAt | null): Promise<FinalAccount>;
}

export interface LookedAt {
  read: VaultRead;
  seen: SeenAt;
}

/** Whether a deposit was in its vault when it was last seen, or a part of it. */
export const isHeld = (known: Pick<BondRow, "amountLamports"> | null): boolean =>
  known !== null && known.amountLamports > 0n;

/** What is in a vault, and between whom, as of a final block. Throws LEDGER_UNAVAILABLE. */
export async function lookAtVault(
  { vaultAddress, known }: { vaultAddress: string; known: BondRow | null },
  subject: BondSubject,
  { chain, terms }: { chain: BondChain; terms: BondTerms | null },
): Promise<LookedAt> {
  const { account: vault, ...seen } = await chain.findFinalAccount(vaultAddress, known?.seen ?? null);
  const owner = findVaultOwner(vault);
  const multisig = owner === null ? null : (await chain.findFinalAccount(owner)).account;
  const accepted = acceptedParties(known, { subject, terms, signers: readMultisigSigners(multisig) ?? [] });
  const read = readVault(vault, multisig, accepted);
  if (known || read.ok || read.reason !== "other_signers") return { seen, read };
  const { versionId, wallets: creators } = subject;
  const opened = await findOpenedPair({ versionId, vaultAddress }, chain);
  if (!opened) return { seen, read };
  return { seen, read: readVault(vault, multisig, { creators, pairs: [...accepted.pairs, opened] }) };
}

/**
 * A deposit begins between a wallet of the owner and a pair of the settings. One that was seen stays what it is until
 * it is moved, also when that wallet is taken off the account or the settings name others: the three who share a vault
 * are on chain. One that has left its vault begins anew when it comes back.
 */
function acceptedParties(
  known: BondRow | null,
  { subject, terms, signers }: { subject: BondSubject; terms: BondTerms | null; signers: readonly string[] },
): AcceptedParties {
  if (isHeld(known) && known?.parties) return exactly(known.parties);
  return { creators: isHeld(known) ? signers : subject.wallets, pairs: namedPairs(terms) };
}

/**
 * The pair with which this market itself has sent the opening of a vault that nobody has seen yet: the settings may
 * have changed since. That very transaction must have landed, so nobody opens a vault with a former pair later on.
 */
async function findOpenedPair(
  vault: { versionId: string; vaultAddress: string },
  chain: BondChain,
): Promise<BondPair | null> {
  for (const { signature, arbiter, council } of await listOpenings(database(), vault, MOST_OPENINGS)) {
    const landed = await chain.findTransaction(signature, "finalized");
    if (landed && landed !== "unreadable" && !landed.failed) return { arbiter, council };
  }
  return null;
}
