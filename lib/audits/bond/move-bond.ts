import bs58 from "bs58";
import type { VersionedTransaction } from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { finishMove } from "@/lib/audits/bond/finish-moves";
import { findMoveTerms, type MoveKind, type MoveTerms } from "@/lib/audits/bond/move-rules";
import {
  endMove,
  findOpenMove,
  insertMove,
  setMoveSent,
  type BondMoveRecord,
} from "@/lib/audits/bond/moves-repository";
import type { BondTerms } from "@/lib/audits/bond/observe-bond";
import { movingTransaction } from "@/lib/audits/bond/vault-instructions";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { SolanaConnection } from "@/lib/solana/connection";
import { verifyEd25519 } from "@/lib/solana/ed25519";
import { BLOCKHASH_LIFETIME_BLOCKS } from "@/lib/solana/programs";
import { findTransaction } from "@/lib/solana/transaction";

interface Around {
  chain: SolanaConnection;
  terms: BondTerms;
}

export interface MoveRequest {
  vaultAddress: string;
  kind: MoveKind;
}

const EMPTY_SIGNATURE_BYTES = 64;

/**
 * The unsigned transaction that moves a deposit where it may go now, for two of its three parties; the first pays the network.
 * Nothing is stored. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
export async function prepareBondMove(
  request: MoveRequest & { signers: readonly [string, string] },
  around: Around,
): Promise<{ transaction: Uint8Array; destination: string }> {
  const found = await findMoveTerms(request, around);
  assertTwoParties(request.signers, found);
  const { blockhash } = await around.chain.latestBlockhash();
  return {
    transaction: build(found, request.signers, blockhash).serialize(),
    destination: found.destination,
  };
}

/**
 * Takes a move with the signature of one party, or of both. The first signature is kept with the very bytes it is over; the
 * second one completes and sends them. Both must come within the life of one blockhash, about a minute; after that nothing
 * can be done with the first. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE.
 */
export async function signBondMove(
  { transaction: raw, ...request }: MoveRequest & { transaction: Uint8Array },
  around: Around,
  clock: Clock = systemClock,
): Promise<BondMoveRecord> {
  const signed = findTransaction(raw);
  if (!signed) throw bondRefused("not_as_prepared");
  const found = await findMoveTerms(request, around);
  const signers = assertAsPrepared(signed, found);
  const signatures = validSignatures(signed, signers);
  const open = await freshOpenMove(found.bond.id, around, clock);
  const message = Buffer.from(signed.message.serialize());
  if (open && !Buffer.from(open.message).equals(message)) throw bondRefused("another_move_waits");
  if (open?.state === "sent") return open;
  const move = open ?? (await keep({ request, found, signed, signers, signatures }, around, clock));
  const merged = signers.map((_, i) => signatures[i] || move.signatures[i] || "");
  return merged.every(Boolean) ? send(move, merged, around, clock) : move;
}

function assertTwoParties(signers: readonly [string, string], { parties }: MoveTerms): void {
  const two = signers[0] !== signers[1] && signers.every((address) => parties.includes(address));
  if (!two) throw bondRefused("not_two_parties");
}

function build(found: MoveTerms, signers: readonly [string, string], blockhash: string) {
  const { bond, multisig, destination } = found;
  return movingTransaction({ vault: bond.vaultAddress, multisig, signers, destination }, blockhash);
}

/** The two who must sign, once every byte is what this market would have prepared for them. */
function assertAsPrepared({ message }: VersionedTransaction, found: MoveTerms): readonly [string, string] {
  const [first = "", second = ""] = message.staticAccountKeys.map((address) => address.toBase58());
  const signers = [first, second] as const;
  assertTwoParties(signers, found);
  const destination = message.compiledInstructions[0]?.accountKeyIndexes[1] ?? -1;
  if (message.staticAccountKeys[destination]?.toBase58() !== found.destination)
    throw bondRefused("wrong_destination");
  const expected = build(found, signers, message.recentBlockhash).message.serialize();
  if (!Buffer.from(expected).equals(message.serialize())) throw bondRefused("not_as_prepared");
  return signers;
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

async function freshOpenMove(bondId: string, around: Around, clock: Clock): Promise<BondMoveRecord | null> {
  const open = await findOpenMove(database(), bondId);
  if (open?.state !== "waiting") return open;
  if ((await around.chain.blockHeight("finalized")) <= open.lastValidBlockHeight) return open;
  await endMove(database(), open.id, { state: "expired", endedAt: clock.now() });
  return null;
}

interface FirstSignature {
  request: MoveRequest;
  found: MoveTerms;
  signed: VersionedTransaction;
  signers: readonly [string, string];
  signatures: string[];
}

async function keep(
  { request, found, signed, signers, signatures }: FirstSignature,
  { chain }: Around,
  clock: Clock,
): Promise<BondMoveRecord> {
  const { recentBlockhash } = signed.message;
  const [valid, height] = await Promise.all([
    chain.isBlockhashValid(recentBlockhash),
    chain.blockHeight("processed"),
  ]);
  if (!valid) throw bondRefused("blockhash_expired");
  const createdAt = clock.now();
  const kept = await insertMove(database(), {
    id: newId("bmv", createdAt.getTime()),
    bondId: found.bond.id,
    kind: request.kind,
    destination: found.destination,
    message: Buffer.from(signed.message.serialize()),
    signers: [...signers],
    signatures,
    lastValidBlockHeight: height + BigInt(BLOCKHASH_LIFETIME_BLOCKS),
    createdAt,
  });
  const open = await findOpenMove(database(), found.bond.id);
  if (!kept || !open) throw bondRefused("another_move_waits");
  return open;
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
    const raw = Buffer.concat([
      Buffer.from([signatures.length]),
      ...signatures.map((each) => Buffer.from(bs58.decode(each))),
      move.message,
    ]);
    const sent = await around.chain.broadcast(raw, { rehearse: true });
    if (sent.outcome === "refused") {
      await endMove(database(), move.id, { state: "failed", endedAt: clock.now() });
      throw bondRefused(sent.reason);
    }
  }
  return (await finishMove(move.id, around, clock)) ?? { ...move, state: "sent", signature, signatures };
}

/** The bytes of a move with the signatures it has, for the next party to sign. */
export function moveTransaction({ message, signatures }: BondMoveRecord): Uint8Array {
  const bytes = signatures.map((each) => (each ? bs58.decode(each) : new Uint8Array(EMPTY_SIGNATURE_BYTES)));
  return Buffer.concat([
    Buffer.from([signatures.length]),
    ...bytes.map((each) => Buffer.from(each)),
    message,
  ]);
}
