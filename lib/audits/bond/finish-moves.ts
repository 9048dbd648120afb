import {
  endMove,
  findMovableBond,
  findOpenMoveById,
  allOpenMoves,
  type BondMoveRecord,
  type OpenMove,
} from "@/lib/audits/bond/moves-repository";
import {
  findFinalNonce,
  moveTransaction,
  isValid,
  nonceOf,
  type MoveAround,
} from "@/lib/audits/bond/move-nonce";
import { observeAgain } from "@/lib/audits/bond/observe-bond";
import { recordSlash, unlessNotShown, findByMessage } from "@/lib/audits/bond/vault-history";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import type { SeenAt, SignatureState } from "@/lib/chain/solana/on-chain";

/** After this nobody is waited for any more; the two can begin again. */
const LONGEST_WAIT_MS = 30 * DAY_MS;

const isExpired = ({ state, createdAt }: BondMoveRecord, clock: Clock) =>
  state === "waiting" && clock.now().getTime() - createdAt.getTime() > LONGEST_WAIT_MS;

/**
 * Looks up what became of all moves that wait or were sent, the oldest first; returns how many have ended.
 * Throws LEDGER_UNAVAILABLE.
 */
export async function finishMoves(around: MoveAround, clock: Clock = systemClock): Promise<number> {
  let ended = 0;
  for await (const move of allOpenMoves(database()))
    if (await unlessNotShown(move.bond.vaultAddress, () => look(move, around, clock))) ended++;
  return ended;
}

/** The same for one move; null while it has no end. */
export async function finishMove(
  id: string,
  around: MoveAround,
  clock: Clock,
): Promise<BondMoveRecord | null> {
  const move = await findOpenMoveById(database(), id);
  const state = move && (await look(move, around, clock));
  return move && state ? { ...move, state } : null;
}

async function look(
  move: OpenMove,
  around: MoveAround,
  clock: Clock,
): Promise<"done" | "failed" | "expired" | null> {
  const { vaultAddress, versionId } = move.bond;
  const { landed, isOver, signature, seen } = await findOutcome(move, around.chain);
  if (landed && landed.commitment !== "finalized") return null; // a reorganisation may still take it back
  if (!landed && !isOver && !isExpired(move, clock)) return null;
  const state = landed === null ? "expired" : landed.failed ? "failed" : "done";
  const end = { signature: state === "expired" ? move.signature : signature, endedAt: clock.now() };
  const isEnded =
    state === "done" && move.kind === "slash"
      ? await endSlash(move, { ...end, state }, seen)
      : await endMove(database(), move, { ...end, state });
  if (!isEnded && (await findOpenMoveById(database(), move.id))) return null; // sent meanwhile
  if (state === "done") await observeAgain({ versionId, vaultAddress }, around, clock);
  return state;
}

/**
 * Named by its payer's signature: whoever signs second can send it past this market. Null while that one is missing.
 */
const transactionOf = ({ signature, signatures }: BondMoveRecord): string | null =>
  signature ?? (signatures[0] || null);

interface Outcome {
  landed: SignatureState | null;
  /** It has landed, or cannot land any more. */
  isOver: boolean;
  signature: string | null;
  /** Up to where the chain was seen. */
  seen: SeenAt;
}

/**
 * Where the transaction of a move is on chain, and, when it is nowhere, whether it cannot land any more. A node that is
 * behind shows neither that a nonce was opened nor what has used it: until all that was asked is as late as the move,
 * it may still land.
 */
async function findOutcome(move: OpenMove, chain: SolanaConnection): Promise<Outcome> {
  const { vaultAddress } = move.bond;
  // Asked before the signature: if this very move has used the nonce, the signature is known by then.
  const { nonce, ...final } = await findFinalNonce({ payer: move.signers[0] ?? "", vaultAddress }, chain);
  const signature = transactionOf(move);
  const underWay = { landed: null, isOver: false, signature, seen: final };
  const seen = signature === null ? null : await chain.signatureStatesAtSlot([signature]);
  const landed = seen?.states[0] ?? null;
  // The vault is looked at next, and must not be seen as it was before.
  if (landed && landed.slot > final.slot) return underWay;
  if (landed) return { ...underWay, landed, isOver: true };
  if (nonce === nonceOf(move.message) || (await isValid(move, vaultAddress, chain))) {
    if (move.state === "sent") await chain.broadcast(moveTransaction(move), { rehearse: false });
    return underWay;
  }
  const madeAtMs = await chain.blockTimeMs(final.slot);
  const isLate = madeAtMs !== null && madeAtMs > move.createdAt.getTime();
  if (!isLate || (seen && seen.slot < final.slot)) return underWay;
  if (signature === null) return findUnnamed(move, chain, underWay);
  return { ...underWay, isOver: (await chain.findTransaction(signature, "confirmed")) === null };
}

/** The payer, who was waited for, has signed elsewhere: what they sent is found by what both have signed. */
async function findUnnamed(
  { bond: { vaultAddress }, message }: OpenMove,
  chain: SolanaConnection,
  underWay: Outcome,
): Promise<Outcome> {
  const found = await findByMessage({ vaultAddress, message }, chain, underWay.seen.slot);
  if (found === null) return { ...underWay, isOver: true };
  const { slot, signature, failed } = found;
  if (slot > underWay.seen.slot) return underWay;
  return { ...underWay, landed: { slot, commitment: "finalized", failed }, isOver: true, signature };
}

/** The move ends with what it has done to the bond; false when it was not open any more. */
async function endSlash(
  move: OpenMove,
  end: { state: "done"; signature: string | null; endedAt: Date },
  seen: SeenAt,
): Promise<boolean> {
  const bond = await findMovableBond(database(), move.bond.vaultAddress);
  if (!bond) return endMove(database(), move, end);
  const { destination } = move;
  const slash = { destination, lamports: bond.amountLamports, transaction: end.signature ?? "", seen };
  return inTransaction(async (db) => {
    const isEnded = await endMove(db, move, end);
    if (isEnded) await recordSlash(db, bond, slash, end.endedAt);
    return isEnded;
  });
}
