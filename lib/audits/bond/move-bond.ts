import bs58 from "bs58";
import type { VersionedTransaction } from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { type BondTerms, exactly, findParties, namedPairs } from "@/lib/audits/bond/bond-terms";
import { finishMove } from "@/lib/audits/bond/finish-moves";
import {
  findNonce,
  nonceAddress,
  openNonce,
  prepareNonce,
  type NonceOpening,
  moveTransaction,
  isValid,
  type MoveAround,
} from "@/lib/audits/bond/move-nonce";
import {
  endMove,
  setMoveSent,
  type BondMoveRecord,
  findChallengesOfBond,
  findMovableBond,
  findMove,
  type MovableBond,
  findOpenMove,
  insertMove,
} from "@/lib/audits/bond/moves-repository";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";
import { findVaultOwner, readMultisigSigners } from "@/lib/audits/bond/vault";
import { newId } from "@/lib/kernel/ids";

interface PreparedMove {
  destination: string;
  /** Unsigned; null while the account of its nonce is not on chain. */
  transaction: Uint8Array | null;
  /** What the first signer signs before, once for each vault; null when the account is there. */
  nonceOpening: NonceOpening | null;
}

/**
 * The unsigned transaction that moves a deposit where it may go now, for two of its three parties; the first pays the
 * network and owns the nonce that keeps it valid. `nonceOpening` sends the signed opening of that nonce's account.
 * Nothing is stored. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
export async function prepareBondMove(
  {
    nonceOpening,
    ...request
  }: MoveRequest & { signers: readonly [string, string]; nonceOpening?: Uint8Array | undefined },
  around: MoveAround,
): Promise<PreparedMove> {
  const found = await findMoveTerms(request, around);
  assertTwoParties(request.signers, found);
  const { destination } = found;
  const owner = { payer: request.signers[0], vaultAddress: request.vaultAddress };
  const nonce = await findNonce(owner, around.chain);
  if (nonce !== null) {
    const transaction = (await build(found, request.signers, nonce)).serialize();
    return { destination, transaction, nonceOpening: null };
  }
  if (nonceOpening) await openNonce(owner, nonceOpening, around.chain);
  return { destination, transaction: null, nonceOpening: await prepareNonce(owner, around.chain) };
}

/**
 * Takes a move with the signature of one party, or of both. The first signature is kept with the very bytes it is over;
 * the second one completes and sends them, however much later. Whoever is waited for may begin another move instead.
 * Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
export async function signBondMove(
  { transaction: raw, ...request }: MoveRequest & { transaction: Uint8Array },
  around: MoveAround,
  clock: Clock = systemClock,
): Promise<BondMoveRecord> {
  const signed = findVersionedTransaction(raw);
  if (!signed) throw bondRefused("not_as_prepared");
  const found = await findMoveTerms(request, around);
  const signers = await assertAsPrepared(signed, found);
  const signatures = validSignatures(signed, signers);
  assertCreatorFirst(request, { found, signers, signatures });
  const first: FirstSignature = { request, found, signed, signers, signatures };
  const open = await makeWay(first, around.chain, clock);
  if (open?.state === "sent") return open;
  const move = open ?? (await keepMove(first, around.chain, clock));
  const merged = signers.map((_, i) => signatures[i] || move.signatures[i] || "");
  return merged.every(Boolean) ? send(move, merged, around, clock) : move;
}

function assertTwoParties(signers: readonly [string, string], { parties }: MoveTerms): void {
  const two = signers[0] !== signers[1] && signers.every((address) => parties.includes(address));
  if (!two) throw bondRefused("not_two_parties");
}

async function build(found: MoveTerms, signers: readonly [string, string], nonce: string) {
  const { bond, multisig, destination } = found;
  const { vaultAddress: vault } = bond;
  const place = await nonceAddress({ payer: signers[0], vaultAddress: vault });
  return movingTransaction({ vault, multisig, signers, destination, nonceAddress: place }, nonce);
}

/** The two who must sign, once every byte is what this market would have prepared for them. */
async function assertAsPrepared(
  { message }: VersionedTransaction,
  found: MoveTerms,
): Promise<readonly [string, string]> {
  const [first = "", second = ""] = message.staticAccountKeys.map((address) => address.toBase58());
  const signers = [first, second] as const;
  assertTwoParties(signers, found);
  const destination = message.compiledInstructions.at(-1)?.accountKeyIndexes[1] ?? -1;
  if (message.staticAccountKeys[destination]?.toBase58() !== found.destination)
    throw bondRefused("wrong_destination");
  const expected = await build(found, signers, message.recentBlockhash);
  if (!Buffer.from(expected.message.serialize()).equals(message.serialize()))
    throw bondRefused("not_as_prepared");
  return signers;
}

/**
 * A refund that waits for its creator could be kept and sent past this market, also after a challenge was opened:
 * everybody can read what waits, and the other signature would be on it. So the creator signs before whoever agrees
 * to it.
 */
function assertCreatorFirst(
  { kind }: MoveRequest,
  { found, signers, signatures }: Pick<FirstSignature, "found" | "signers" | "signatures">,
): void {
  const creator = signers.indexOf(found.destination);
  if (kind === "refund" && creator >= 0 && !signatures[creator]) throw bondRefused("creator_signs_first");
}

/** The signatures in their places, in base58, empty where there is none; at least one, and none that is wrong. */
function validSignatures(
  { message, signatures }: VersionedTransaction,
  signers: readonly string[],
): string[] {
  const bytes = message.serialize();
  const found = signers.map((address, i) => {
    const signature = signatures[i];
    if (!signature || signature.every((byte) => byte === 0)) return "";
    if (!verifyEd25519(address, bytes, signature)) throw bondRefused("bad_signature");
    return bs58.encode(signature);
  });
  if (!found.some(Boolean)) throw bondRefused("bad_signature");
  return found;
}

/** Written down as sent before it is: what became of it is found out by `finishMove`, here or in the worker. */
async function send(
  move: BondMoveRecord,
  signatures: string[],
  around: MoveAround,
  clock: Clock,
): Promise<BondMoveRecord> {
  const [signature = ""] = signatures;
  if (await setMoveSent(database(), move.id, { signature, signatures })) {
    const raw = moveTransaction({ ...move, signatures });
    const sent = await around.chain.broadcast(raw, { rehearse: true });
    if (sent.outcome === "refused") {
      await endMove(database(), { id: move.id, state: "sent" }, { state: "failed", endedAt: clock.now() });
      throw bondRefused(sent.reason);
    }
  }
  const ended = await finishMove(move.id, around, clock);
  if (ended) return ended;
  const now = await findMove(database(), move.id);
  if (now?.state !== "expired") return now ?? move;
  throw bondRefused("another_move_waits"); // this one has made way before it was sent
}

/** `refund` pays the deposit back to its creator; `slash` pays it to whoever challenged the version and was right. */
export type MoveKind = "refund" | "slash";

interface MoveTerms {
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
async function findMoveTerms(
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

interface MoveRequest {
  vaultAddress: string;
  kind: MoveKind;
}

/** A move that was handed in and is as this market prepares it, with at least one right signature. */
interface FirstSignature {
  request: MoveRequest;
  found: MoveTerms;
  signed: VersionedTransaction;
  signers: readonly [string, string];
  signatures: string[];
}

/**
 * The open move of this deposit if it is this very one, null where there is none; another is ended if it has to make
 * way, and otherwise this one is refused. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
async function makeWay(
  first: FirstSignature,
  chain: SolanaConnection,
  clock: Clock,
): Promise<BondMoveRecord | null> {
  const open = await findOpenMove(database(), first.found.bond.id);
  if (!open) return null;
  const same = Buffer.from(open.message).equals(first.signed.message.serialize());
  if (open.state === "sent" ? same : same && (await isValid(open, first.request.vaultAddress, chain)))
    return open;
  if (!same && !(await mustMakeWay(open, first, chain))) throw bondRefused("another_move_waits");
  if (!(await endMove(database(), open, { state: "expired", endedAt: clock.now() })))
    throw bondRefused("another_move_waits");
  return null;
}

/**
 * A move that waits must make way when it cannot land any more, when it is no longer allowed (a refund and a slash
 * never are at once), when two have signed the other one, or when the one it waits for has: nobody can keep the other
 * two from moving a deposit.
 */
async function mustMakeWay(
  open: BondMoveRecord,
  { request, signers, signatures }: FirstSignature,
  chain: SolanaConnection,
): Promise<boolean> {
  if (open.state === "sent") return false;
  if (open.kind !== request.kind || signatures.every(Boolean)) return true;
  const signing = new Set(signers.filter((_, i) => signatures[i]));
  if (open.signers.some((address, i) => !open.signatures[i] && signing.has(address))) return true;
  return !(await isValid(open, request.vaultAddress, chain));
}

/** Keeps a move with what is signed of it. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE. */
async function keepMove(
  { request, found, signed, signers, signatures }: FirstSignature,
  chain: SolanaConnection,
  clock: Clock,
): Promise<BondMoveRecord> {
  const nonce = await findNonce({ payer: signers[0], vaultAddress: request.vaultAddress }, chain);
  if (nonce !== signed.message.recentBlockhash) throw bondRefused("nonce_used");
  const createdAt = clock.now();
  const kept = await insertMove(database(), {
    id: newId("bmv", createdAt.getTime()),
    bondId: found.bond.id,
    kind: request.kind,
    destination: found.destination,
    message: Buffer.from(signed.message.serialize()),
    signers: [...signers],
    signatures,
    createdAt,
  });
  if (!kept) throw bondRefused("another_move_waits");
  return kept; // not what is open by now: that may be another's, which these signatures do not sign
}
