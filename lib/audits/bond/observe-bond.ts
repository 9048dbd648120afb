import {
  isOf,
  sameParties,
  type BondParties,
  requiredBondLamports,
  type BondTerms,
  exactly,
  type AcceptedParties,
  namedPairs,
  type BondPair,
} from "@/lib/audits/bond/bond-terms";
import { distrustedParties, notOffered } from "@/lib/audits/bond/bond-settings";
import {
  deleteOpenings,
  deleteVaultSearch,
  insertVaultSearch,
  listOpenings,
  type LeftDeposit,
} from "@/lib/audits/bond/vaults-repository";
import {
  findBond,
  findBondSubject,
  lockBondSubject,
  insertOrLockBond,
  setBondSeen,
  BOND_LIFECYCLE,
  type BondState,
  type BondRow,
  type BondSubject,
  type SeenBond,
} from "@/lib/audits/bond/bonds-repository";
import {
  recordSlash,
  findSlash,
  type SlashSearch,
  type VaultHistoryChain,
} from "@/lib/audits/bond/vault-history";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { noSuchVersion } from "@/lib/registry/versions/find-version";
import { stateAfter } from "@/lib/kernel/lifecycle";
import { newId } from "@/lib/kernel/ids";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import type { SeenAt } from "@/lib/chain/solana/on-chain";
import { findVaultOwner, readMultisigSigners, readVault, type VaultRead } from "@/lib/audits/bond/vault";
import type { FinalAccount } from "@/lib/chain/solana/final-accounts";

export interface BondAround {
  chain: BondChain;
  terms: BondTerms | null;
  /** Those of the settings, if absent. */
  distrusted?: readonly string[];
}

/**
 * Looks at a deposit on chain and keeps what was seen: `Optimistic` follows from it and ends with it. Nothing but the
 * chain decides, so anybody may ask, and asking again is the re-check. While it is in its vault a deposit is held to
 * the terms it was made under; `terms` is what the settings ask of a new one, null where they ask for none. With a
 * party the operator has ceased to trust it counts for nothing, and stays on record as long as it is in its vault.
 * Throws VERSION_NOT_FOUND, REQUEST_INVALID for a vault that backs another version, BOND_NOT_LOCKED (with the reason)
 * for a deposit that does not count and never did; LEDGER_UNAVAILABLE, also when the node has not come as far as the
 * one that any process was told of this vault by before.
 */
export async function observeBond(
  { versionId, vaultAddress }: { versionId: string; vaultAddress: string },
  { chain, terms, distrusted = distrustedParties() }: BondAround,
  clock: Clock = systemClock,
): Promise<{ state: "locked" | "released" | "slashed"; lamports: bigint }> {
  const subject = await findBondSubject(database(), versionId);
  const known = isSolanaAddress(vaultAddress) ? await findBond(database(), vaultAddress) : null;
  // A withdrawn version takes no deposit, but one that was made before is kept: only what is known can be paid back.
  if (!subject?.wasPublished) throw noSuchVersion();
  if (!isSolanaAddress(vaultAddress))
    throw new DomainError("BOND_NOT_LOCKED", "Name the vault that holds the deposit.", {
      details: { reason: "no_vault" },
    });
  if (known && known.versionId !== versionId) throw backsAnother();
  if (!terms && !known?.parties) {
    if (!known) throw notOffered();
    return { state: known.state, lamports: known.amountLamports }; // nobody here knows between whom it should be
  }
  const required = requiredNow(known, terms, subject);
  const checkedAt = clock.now(); // what is seen may be as old as the question
  const isLocked = known?.state === "locked";
  const look = () => lookAtVault({ vaultAddress, known }, subject, { chain, terms });
  const isTrusted = (named: BondParties) => !distrusted.some((address) => isOf(named, address));
  const holdsEnough = ({ read }: LookedAt) => read.ok && read.lamports >= required && isTrusted(read.parties);
  let looked = await look();
  // Asked again before a deposit is ended: the node that has answered may be behind the one that showed it.
  if (!holdsEnough(looked) && isLocked) looked = await look();
  const { read, seen } = looked;
  const lamports = read.ok ? read.lamports : 0n;
  const parties = read.ok ? read.parties : null;
  const locked = holdsEnough(looked);
  if (!locked && !known) {
    const wanting = parties && !isTrusted(parties) ? "party_distrusted" : "too_little";
    throw new DomainError("BOND_NOT_LOCKED", `At least ${required} lamports must be locked in the vault.`, {
      details: { reason: read.ok ? wanting : read.reason },
    });
  }
  const state = locked ? "locked" : "released";
  const seenBond = {
    id: known?.id ?? newId("bnd"),
    versionId,
    vaultAddress,
    amountLamports: lamports,
    requiredLamports: required,
    state,
    parties,
    checkedAt,
    seen,
  } as const;
  const left = hasLeft(known, lamports)
    ? { ...known, vaultAddress, heldSlot: heldSlotOf(known, seen) }
    : null;
  const search = left && { ...left, ...(await findSlash(left, chain, seen)) };
  return {
    state: await keepBond(seenBond, { ...subject, search, heldTo: known?.parties ?? null }),
    lamports,
  };
}

/** Looks again at a deposit on record. What backs a version that was withdrawn meanwhile backs nothing any more. */
export async function observeAgain(...parameters: Parameters<typeof observeBond>): Promise<void> {
  try {
    await observeBond(...parameters);
  } catch (error) {
    if (!isDomainError(error, "VERSION_NOT_FOUND")) throw error;
  }
}

/** It may have been given to who was harmed; that it had ceased to count before changes nothing. */
const hasLeft = (known: BondRow | null, lamports: bigint): known is BondRow =>
  known !== null && known.state !== "slashed" && lamports < known.amountLamports;

/** Of another chain it says nothing. */
const heldSlotOf = ({ seen: before }: BondRow, seen: SeenAt): number | null =>
  before?.chain === seen.chain ? before.slot : null;

/** A higher requirement is for deposits to come, a lower one for all. */
function requiredNow(
  known: BondRow | null,
  terms: BondTerms | null,
  { destructive }: Pick<BondSubject, "destructive">,
): bigint {
  const asked = terms && requiredBondLamports(terms, destructive);
  const before = known && (isHeld(known) || asked === null) ? known.requiredLamports : null;
  if (asked === null || before === null) return asked ?? before ?? 0n;
  return before < asked ? before : asked;
}

const backsAnother = () => new DomainError("REQUEST_INVALID", "This vault backs another version.");

/**
 * Keeps what was seen and returns the state that stands; a change of it is an entry of the log, written once however
 * many look at the same moment. What is known of the vault is asked again here: the look at the chain took its time.
 */
async function keepBond(
  bond: SeenBond,
  {
    slug,
    version,
    ownerId,
    search,
    heldTo,
  }: BondSubject & { search: (LeftDeposit & SlashSearch) | null; heldTo: BondParties | null },
): Promise<"locked" | "released" | "slashed"> {
  const name = { slug, version };
  return inTransaction(async (db) => {
    const before = await insertOrLockBond(db, bond);
    if (before && before.versionId !== bond.versionId) throw backsAnother();
    if (before && isNewer(before, bond)) return before.state;
    // Seen meanwhile by a process that may have other settings: what it was not held to says nothing of it.
    if (before && !sameParties(before.parties, heldTo)) return before.state;
    const slash = before?.state === "slashed" ? null : search?.slash;
    const step = BOND_LIFECYCLE.steps[slash ? "slashed" : bond.state === "locked" ? "held" : "gone"];
    const state = before ? stateAfter<BondState>(step, before.state) : bond.state;
    if (slash) await recordSlash(db, { ...bond, ...name }, slash, bond.checkedAt);
    if (state === "slashed") return state;
    if (state === "locked" && before?.state !== "locked") await assertStillOf(db, bond.versionId, ownerId);
    if (before) await setBondSeen(db, bond);
    else await deleteOpenings(db, bond);
    if (bond.amountLamports > 0n) await deleteVaultSearch(db, bond.id);
    if (before && search?.before)
      await insertVaultSearch(db, { ...search, before: search.before, searchedAt: bond.checkedAt });
    if (before?.state === state) return state;
    const { versionId, vaultAddress, amountLamports, requiredLamports, checkedAt } = bond;
    await recordAuditEvent(
      db,
      {
        kind: state === "locked" ? "bond:locked" : "bond:released",
        subjectId: versionId,
        actor: vaultAddress,
        data: {
          ...name,
          vault: vaultAddress,
          lamports: amountLamports.toString(),
          requiredLamports: requiredLamports.toString(),
        },
      },
      checkedAt,
    );
    return state;
  });
}

/** A deposit that nobody knew of holds no skill that was given away while the chain was asked. */
async function assertStillOf(db: Database, versionId: string, ownerId: string | null): Promise<void> {
  const subject = await lockBondSubject(db, versionId);
  if (subject?.ownerId === ownerId) return;
  throw new DomainError("BOND_NOT_LOCKED", "The skill now has another owner.", {
    details: { reason: "other_signers" },
  });
}

/**
 * A later look may be the quicker one. What the chain says of a later block is later, whatever the clocks of two
 * processes say.
 */
function isNewer(before: BondRow, { seen, checkedAt }: SeenBond): boolean {
  const { slot, chain } = before.seen ?? { slot: null, chain: null };
  if (slot !== null && chain === seen.chain && slot !== seen.slot) return slot > seen.slot;
  return before.checkedAt > checkedAt;
}

/** Openings of one vault that are looked up: each was signed by its creator, and at most one can have landed. */
const MOST_OPENINGS = 4;

export interface BondChain extends VaultHistoryChain {
  findFinalAccount(address: string, notBefore?: SeenAt | null): Promise<FinalAccount>;
}

interface LookedAt {
  read: VaultRead;
  seen: SeenAt;
}

/** Whether a deposit was in its vault when it was last seen, or a part of it. */
const isHeld = (known: Pick<BondRow, "amountLamports"> | null): boolean =>
  known !== null && known.amountLamports > 0n;

/** What is in a vault, and between whom, as of a final block. Throws LEDGER_UNAVAILABLE. */
async function lookAtVault(
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
