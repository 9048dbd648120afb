import { moveTransaction } from "@/lib/audits/bond/moves/move-transaction";
import { listMoves, type BondMoveRecord } from "@/lib/audits/bond/moves/moves-repository";
import { listBondsOfVersion, findBondRow, type BondDetail } from "@/lib/audits/bond/kept-bonds-repository";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

const MOVES_SHOWN = 10;

export interface BondMoveView {
  id: string;
  kind: string;
  state: string;
  destination: string;
  signers: string[];
  /** Of these, who has signed. */
  signed: string[];
  /** With the signatures so far, while it waits for another. */
  transaction: Uint8Array | null;
  /** Of the transaction that was sent. */
  signature: string | null;
}

export interface BondView extends BondDetail {
  /** The newest first. */
  moves: BondMoveView[];
}

/** A deposit as it was last seen, with what became of it. Throws NOT_FOUND. */
export async function getBond(vaultAddress: string): Promise<BondView> {
  const bond = await findBondRow(database(), vaultAddress);
  if (!bond) throw new DomainError("NOT_FOUND", "No deposit was ever seen in this vault.");
  return withMoves(bond);
}

/** The deposits that were ever seen for a version, the newest first. */
export async function listBonds(versionId: string): Promise<BondView[]> {
  return Promise.all((await listBondsOfVersion(database(), versionId)).map(withMoves));
}

async function withMoves(bond: BondDetail): Promise<BondView> {
  const moves = await listMoves(database(), bond.id, MOVES_SHOWN);
  return { ...bond, moves: moves.map(toMoveView) };
}

export function toMoveView(move: BondMoveRecord): BondMoveView {
  const { id, kind, state, destination, signers, signatures, signature } = move;
  return {
    id,
    kind,
    state,
    destination,
    signers,
    signed: signers.filter((_, i) => signatures[i]),
    transaction: state === "waiting" ? moveTransaction(move) : null,
    signature,
  };
}
