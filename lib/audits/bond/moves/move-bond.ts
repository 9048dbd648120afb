import bs58 from "bs58";
import type { VersionedTransaction } from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { finishMove } from "@/lib/audits/bond/moves/finish-moves";
import {
  keepMove,
  makeWay,
  type FirstSignature,
  type MoveRequest,
} from "@/lib/audits/bond/moves/waiting-move";
import {
  findNonce,
  nonceAddress,
  openNonce,
  prepareNonce,
  type NonceOpening,
} from "@/lib/audits/bond/moves/move-nonce";
import { moveTransaction } from "@/lib/audits/bond/moves/move-transaction";
import { findMoveTerms, type MoveTerms } from "@/lib/audits/bond/moves/move-rules";
import { endMove, setMoveSent, type BondMoveRecord } from "@/lib/audits/bond/moves/moves-repository";
import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import { movingTransaction } from "@/lib/audits/bond/vault/vault-instructions";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/solana/connection";
import { verifyEd25519 } from "@/lib/solana/ed25519";
import { findVersionedTransaction } from "@/lib/solana/versioned-transaction";

interface Around {
  chain: SolanaConnection;
  terms: BondTerms | null;
}

export interface PreparedMove {
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
  around: Around,
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
  around: Around,
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
  around: Around,
  clock: Clock,
): Promise<BondMoveRecord> {
  const [signature = ""] = signatures;
  if (await setMoveSent(database(), move.id, { signature, signatures })) {
    const raw = moveTransaction({ ...move, signatures });
    const sent = await around.chain.broadcast(raw, { rehearse: true });
    if (sent.outcome === "refused") {
      await endMove(database(), move.id, { state: "failed", endedAt: clock.now() });
      throw bondRefused(sent.reason);
    }
  }
  return (await finishMove(move.id, around, clock)) ?? { ...move, state: "sent", signature, signatures };
}
