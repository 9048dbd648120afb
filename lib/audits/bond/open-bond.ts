import bs58 from "bs58";
import type { VersionedTransaction } from "@solana/web3.js";
import { isOf, namedPairs, requiredBondLamports, type BondTerms } from "@/lib/audits/bond/bond-terms";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import {
  deleteOpening,
  insertOpening,
  findNewestOpening,
  listUnsettledOpenings,
  setLandsUntil,
} from "@/lib/audits/bond/vaults-repository";
import { MULTISIG_SIZE_BYTES, VAULT_SIZE_BYTES } from "@/lib/audits/bond/vault";
import { findBondSubject } from "@/lib/audits/bond/bonds-repository";
import { openingTransaction, vaultPlace, type VaultPlace } from "@/lib/audits/bond/vault-instructions";
import { hasUpheldChallenge } from "@/lib/audits/challenges";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { sha256Hex } from "@/lib/kernel/digest";
import { noSuchVersion } from "@/lib/registry/versions/find-version";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import { readSignedAlone } from "@/lib/audits/bond/signed-alone";

const LABEL_CHARACTERS = 24;
/** Vaults a creator can have opened for one version; each refund leaves a used place behind. */
const MAX_VAULTS = 16;

export interface BondOpening {
  vault: string;
  depositLamports: bigint;
  /** What the chain asks for two accounts; that of the vault comes back with the deposit. */
  rentLamports: bigint;
  /** Unsigned; the creator's wallet signs it. */
  transaction: Uint8Array;
}

interface OpeningRequest {
  versionId: string;
  /** A wallet of the account that owns the skill. */
  creator: string;
}

interface Around {
  chain: SolanaConnection;
  terms: BondTerms;
}

/**
 * The transaction that opens the vault of a version with one signature of its creator. Nothing is stored and
 * nothing moves. Throws VERSION_NOT_FOUND, BOND_MOVE_REFUSED (`not_the_creator`, `no_place`,
 * `upheld_challenge`) or LEDGER_UNAVAILABLE.
 */
export async function prepareBondOpening(request: OpeningRequest, around: Around): Promise<BondOpening> {
  const { chain } = around;
  const place = await freePlace(request, chain);
  const { blockhash } = await chain.latestBlockhash();
  const built = await build(request, place, blockhash, around);
  return { ...built, transaction: built.transaction.serialize() };
}

/**
 * Sends a signed opening, if it is the one this market prepares: same accounts, parties and amount. Returns the vault,
 * whose deposit counts once it is final, also when the settings name other parties by then. Throws what
 * `prepareBondOpening` throws, and BOND_MOVE_REFUSED (`not_as_prepared`, `bad_signature`, or the reason of the node).
 */
export async function sendBondOpening(
  request: OpeningRequest & { transaction: Uint8Array },
  around: Around,
): Promise<{ vault: string }> {
  const place = await freePlace(request, around.chain);
  const signature = await readSignedAlone(
    request.transaction,
    request.creator,
    async (blockhash) => (await build(request, place, blockhash, around)).transaction,
  );
  const opening = {
    signature: bs58.encode(signature),
    versionId: request.versionId,
    vaultAddress: place.vault,
  };
  const { arbiter, council } = around.terms;
  const isNew = await insertOpening(database(), { ...opening, arbiter, council, sentAt: systemClock.now() });
  const sent = await around.chain.broadcast(request.transaction, { rehearse: true });
  if (sent.outcome === "refused") {
    if (isNew) await deleteOpening(database(), opening.signature);
    throw bondRefused(sent.reason);
  }
  return { vault: place.vault };
}

async function build(
  { versionId, creator }: OpeningRequest,
  place: VaultPlace,
  blockhash: string,
  { chain, terms }: Around,
): Promise<Omit<BondOpening, "transaction"> & { transaction: VersionedTransaction }> {
  const subject = await findBondSubject(database(), versionId);
  if (!subject?.published) throw noSuchVersion();
  const isNamed = namedPairs(terms).some((pair) => isOf(pair, creator));
  if (!subject.wallets.includes(creator) || isNamed) throw bondRefused("not_the_creator");
  // It would count for nothing, and could be paid to nobody but whoever was right already.
  if (await hasUpheldChallenge(versionId)) throw bondRefused("upheld_challenge");
  const depositLamports = requiredBondLamports(terms, subject.destructive);
  const [vaultRentLamports, multisigRentLamports] = await Promise.all([
    chain.rentFor(VAULT_SIZE_BYTES),
    chain.rentFor(MULTISIG_SIZE_BYTES),
  ]);
  const amounts = { depositLamports, vaultRentLamports, multisigRentLamports };
  const transaction = openingTransaction(place, terms, amounts, blockhash);
  const rentLamports = vaultRentLamports + multisigRentLamports;
  return { vault: place.vault, depositLamports, rentLamports, transaction };
}

/** The first place that is not taken: the account of an earlier multisig stays on chain for good. */
async function freePlace(
  { versionId, creator }: OpeningRequest,
  chain: SolanaConnection,
): Promise<VaultPlace> {
  const label = sha256Hex(versionId).slice(0, LABEL_CHARACTERS);
  const places = await Promise.all(
    Array.from({ length: MAX_VAULTS }, (_, number) => vaultPlace(creator, label, number)),
  );
  const taken = await chain.findAccounts(places.map(({ multisig }) => multisig));
  const place = places.find((_, i) => taken[i] === null);
  if (!place) throw bondRefused("no_place");
  return place;
}

/** The vault of the newest opening of a version that this market has sent and whose deposit nobody has seen; or null. */
export async function findSentVault(versionId: string): Promise<string | null> {
  return (await findNewestOpening(database(), versionId))?.vaultAddress ?? null;
}

type Chain = Pick<
  SolanaConnection,
  "finalBlock" | "heightInReach" | "signatureStatesAtSlot" | "firstAvailableSlot" | "blockTimeMs"
>;

/** By then every node behind one address has heard of the blockhash that an opening was signed with. */
const SENT_BEFORE_MS = 10 * 60_000;
/** A node tells of 256 signatures at once. */
const MOST_AT_ONCE = 200;

/**
 * Forgets openings of deposits that have not landed and cannot land any more, by the chain's own count: what is final
 * now is later than any block that takes their blockhash. One that has landed stays until its deposit is seen. Returns
 * how many are forgotten; throws LEDGER_UNAVAILABLE.
 */
export async function deleteLostOpenings(
  { chain }: { chain: Chain },
  clock: Clock = systemClock,
): Promise<number> {
  const sentBefore = new Date(clock.now().getTime() - SENT_BEFORE_MS);
  const openings = await listUnsettledOpenings(database(), { sentBefore, limit: MOST_AT_ONCE });
  if (openings.length === 0) return 0;
  const final = await chain.finalBlock();
  const unasked = openings.filter(({ landsUntil }) => landsUntil === null);
  if (unasked.length > 0) {
    const height = await chain.heightInReach(final.slot);
    await setLandsUntil(database(), unasked.map(signatureOf), height);
  }
  const over = openings.filter(({ landsUntil }) => landsUntil !== null && landsUntil < final.height);
  if (over.length === 0) return 0;
  const { slot, states } = await chain.signatureStatesAtSlot(over.map(signatureOf));
  if (slot < final.slot) return 0; // this node is behind
  const reachesBackTo = await chain.blockTimeMs(await chain.firstAvailableSlot());
  const lost = over.filter(({ sentAt }, i) => {
    const state = states[i];
    if (state) return state.failed && state.commitment === "finalized";
    return reachesBackTo !== null && reachesBackTo < sentAt.getTime();
  });
  const kept = over.filter((opening, i) => !lost.includes(opening) && !states[i]?.failed);
  await setLandsUntil(database(), kept.map(signatureOf), null);
  for (const { signature } of lost) await deleteOpening(database(), signature);
  return lost.length;
}

const signatureOf = ({ signature }: { signature: string }): string => signature;
