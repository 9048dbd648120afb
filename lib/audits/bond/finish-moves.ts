import {
  endMove,
  findMovableBond,
  findOpenMoveById,
  listOpenMoves,
  setBondSlashed,
  type BondMoveRecord,
  type OpenMove,
} from "@/lib/audits/bond/moves-repository";
import { findFinalNonce } from "@/lib/audits/bond/move-nonce";
import { isValid, nonceOf } from "@/lib/audits/bond/open-move";
import { moveTransaction } from "@/lib/audits/bond/move-transaction";
import { observeBond, type BondTerms } from "@/lib/audits/bond/observe-bond";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { isDomainError } from "@/lib/errors";
import type { SolanaConnection } from "@/lib/solana/connection";
import type { SignatureState } from "@/lib/solana/on-chain";

const PAGE_SIZE = 50;
/** After this nobody is waited for any more; the two can begin again. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

const isForgotten = ({ state, createdAt }: BondMoveRecord, clock: Clock) =>
  state === "waiting" && clock.now().getTime() - createdAt.getTime() > LONGEST_WAIT_MS;

interface Around {
  chain: SolanaConnection;
  terms: BondTerms;
}

/** Looks up what became of all moves that wait or were sent, the oldest first; returns how many have ended. Throws LEDGER_UNAVAILABLE. */
export async function finishMoves(around: Around, clock: Clock = systemClock): Promise<number> {
  let ended = 0;
  let moves = await listOpenMoves(database(), { limit: PAGE_SIZE });
  while (moves.length > 0) {
    for (const move of moves) if (await look(move, around, clock)) ended++;
    moves = await listOpenMoves(database(), { limit: PAGE_SIZE, after: moves.at(-1)?.id ?? "" });
  }
  return ended;
}

/** The same for one move; null while it has no end. */
export async function finishMove(id: string, around: Around, clock: Clock): Promise<BondMoveRecord | null> {
  const move = await findOpenMoveById(database(), id);
  const state = move && (await look(move, around, clock));
  return move && state ? { ...move, state } : null;
}

async function look(
  move: OpenMove,
  around: Around,
  clock: Clock,
): Promise<"done" | "failed" | "expired" | null> {
  const { vaultAddress, versionId } = move.bond;
  const { landed, isOver } = await findOutcome(move, around.chain);
  if (landed && landed.commitment !== "finalized") return null; // a reorganisation may still take it back
  if (!landed && !isOver && !isForgotten(move, clock)) return null;
  const state = landed === null ? "expired" : landed.failed ? "failed" : "done";
  if (state === "done" && move.kind === "slash") await recordSlash(move, clock);
  await endMove(database(), move.id, endOf(move, state, clock));
  if (state === "done") {
    await observeBond({ versionId, vaultAddress }, around, clock).catch((error: unknown) => {
      if (!isDomainError(error, "VERSION_NOT_FOUND")) throw error; // withdrawn: it backs nothing any more
    });
  }
  return state;
}

/** Named by its payer's signature: whoever signs second can send it past this market. Null while that one is missing. */
const transactionOf = ({ signature, signatures }: BondMoveRecord): string | null =>
  signature ?? (signatures[0] || null);

function endOf(move: BondMoveRecord, state: "done" | "failed" | "expired", clock: Clock) {
  const signature = state === "expired" ? move.signature : transactionOf(move);
  return { state, signature, endedAt: clock.now() };
}

/**
 * Where the transaction of a move is on chain, and, when it is nowhere, whether it cannot land any more. A node that is behind shows
 * neither that a nonce was opened nor what has used it: until all that was asked is as late as the move, it may still land.
 */
async function findOutcome(
  move: OpenMove,
  chain: SolanaConnection,
): Promise<{ landed: SignatureState | null; isOver: boolean }> {
  const { vaultAddress } = move.bond;
  // Asked before the signature: if this very move has used the nonce, the signature is known by then.
  const final = await findFinalNonce({ payer: move.signers[0] ?? "", vaultAddress }, chain);
  const signature = transactionOf(move);
  const seen = signature === null ? null : await chain.signatureStatesAtSlot([signature]);
  const landed = seen?.states[0] ?? null;
  // The vault is looked at next, and must not be seen as it was before.
  if (landed && landed.slot > final.slot) return { landed: null, isOver: false };
  if (landed) return { landed, isOver: true };
  if (final.nonce === nonceOf(move.message) || (await isValid(move, vaultAddress, chain))) {
    if (move.state === "sent") await chain.broadcast(moveTransaction(move), { rehearse: false });
    return { landed, isOver: false };
  }
  const madeAtMs = await chain.blockTimeMs(final.slot);
  const isLate = madeAtMs !== null && madeAtMs > move.createdAt.getTime();
  if (!isLate || (seen && seen.slot < final.slot)) return { landed, isOver: false };
  const isShown = signature !== null && (await chain.findTransaction(signature, "confirmed")) !== null;
  return { landed, isOver: !isShown };
}

/** The bond is `slashed` and an entry of the log says so, once, with the end of the move. */
async function recordSlash(move: OpenMove, clock: Clock): Promise<void> {
  const bond = await findMovableBond(database(), move.bond.vaultAddress);
  if (!bond) return;
  await inTransaction(async (db) => {
    const end = endOf(move, "done", clock);
    if (!(await endMove(db, move.id, end))) return;
    const { endedAt } = end;
    await setBondSlashed(db, bond.id, endedAt);
    const { slug, version, vaultAddress, amountLamports } = bond;
    const data = {
      slug,
      version,
      vault: vaultAddress,
      lamports: amountLamports.toString(),
      destination: move.destination,
      transaction: end.signature ?? "",
    };
    const event = { kind: "bond:slashed", subjectId: bond.versionId, actor: vaultAddress, data } as const;
    await recordAuditEvent(db, event, endedAt);
  });
}
