import { VersionedMessage, type VersionedTransaction } from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { findNonce } from "@/lib/audits/bond/moves/move-nonce";
import type { MoveKind, MoveTerms } from "@/lib/audits/bond/moves/move-rules";
import {
  endMove,
  findOpenMove,
  insertMove,
  type BondMoveRecord,
} from "@/lib/audits/bond/moves/moves-repository";
import type { Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { SolanaConnection } from "@/lib/solana/connection";

export interface MoveRequest {
  vaultAddress: string;
  kind: MoveKind;
}

/** A move that was handed in and is as this market prepares it, with at least one right signature. */
export interface FirstSignature {
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
export async function makeWay(
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
  await endMove(database(), open.id, { state: "expired", endedAt: clock.now() });
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

/** Whether a move can land still: its nonce has not been used. Throws LEDGER_UNAVAILABLE. */
export async function isValid(
  { message, signers }: Pick<BondMoveRecord, "message" | "signers">,
  vaultAddress: string,
  chain: SolanaConnection,
): Promise<boolean> {
  const nonce = await findNonce({ payer: signers[0] ?? "", vaultAddress }, chain);
  return nonce === nonceOf(message);
}

/** The nonce with which a message was signed. */
export const nonceOf = (message: Uint8Array): string => VersionedMessage.deserialize(message).recentBlockhash;

/** Keeps a move with what is signed of it. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE. */
export async function keepMove(
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
  const open = await findOpenMove(database(), found.bond.id);
  if (!kept || !open) throw bondRefused("another_move_waits");
  return open;
}
