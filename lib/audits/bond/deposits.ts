import { moveTransaction } from "@/lib/audits/bond/move-nonce";
import { listMoves, type BondMoveRecord } from "@/lib/audits/bond/moves-repository";
import * as repository from "@/lib/audits/bond/bonds-repository";
import {
  listBondsOfVersion,
  findBond,
  type BondRow,
  countHeldDeposits,
  findAuditStateWithVaults,
  type VaultSeen,
  listBondsToRecheck,
  countBondsToRecheck,
} from "@/lib/audits/bond/bonds-repository";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findBondTerms } from "@/lib/audits/bond/bond-settings";
import { observeAgain, type BondAround } from "@/lib/audits/bond/observe-bond";
import type { AuditState } from "@/lib/registry/views";
import { systemClock, type Clock, HOUR_MS } from "@/lib/kernel/clock";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import { unlessNotShown } from "@/lib/audits/bond/vault-history";
import { Gauge } from "prom-client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { metrics } from "@/lib/kernel/observability/metrics";

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

export interface BondView extends Omit<BondRow, "versionId" | "seen" | "state"> {
  /** locked, released or slashed, as last seen. */
  state: string;
  /** The newest first. */
  moves: BondMoveView[];
}

/** A deposit as it was last seen, with what became of it. Throws NOT_FOUND. */
export async function getBond(vaultAddress: string): Promise<BondView> {
  const bond = await findBond(database(), vaultAddress);
  if (!bond) throw new DomainError("NOT_FOUND", "No deposit was ever seen in this vault.");
  return withMoves(bond);
}

/** The deposits that were ever seen for a version, the newest first. */
export async function listBonds(versionId: string): Promise<BondView[]> {
  return Promise.all((await listBondsOfVersion(database(), versionId)).map(withMoves));
}

async function withMoves(bond: BondRow): Promise<BondView> {
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

/** Whether a deposit that backs a version of the skill is still in its vault, as last seen on chain. */
export async function hasHeldDeposit(db: Database, skillId: string): Promise<boolean> {
  return (await countHeldDeposits(db, skillId)) > 0;
}

export type HeldDeposit = repository.HeldDeposit;

const MOST = 20;

/**
 * Deposits still in their vaults that back an account's skills, or may be paid to it because it challenged the version.
 */
export function listHeldDeposits(accountId: string, db: Database): Promise<HeldDeposit[]> {
  return repository.listHeldDeposits(db, accountId, MOST);
}

/** The audit state of a version at this moment; `Unverified` for one that is not there. */
export async function getAuditState(versionId: string): Promise<AuditState> {
  const found = await findAuditStateWithVaults(versionId);
  return found?.state ?? "Unverified";
}

/** A deposit that was seen this recently is taken to be there still; moving one takes longer to become final. */
const SEEN_LATELY_MS = 15_000;

/**
 * Looks at the chain once more before a call is sold on the strength of a deposit, also where this market takes none
 * any more. Nothing is asked of versions that are not `Optimistic`. Throws AUDIT_STATE_CHANGED when the deposit is
 * gone: the buyer was told of one, so nobody pays before being told otherwise; asked again, the version is sold as what
 * it is. Throws LEDGER_UNAVAILABLE.
 */
export async function confirmDeposit(versionId: string): Promise<void> {
  const now = systemClock.now();
  const listed = await findAuditStateWithVaults(versionId);
  if (listed?.state !== "Optimistic") return;
  // A clock that has gone ahead meanwhile says nothing of when it was seen.
  const isStale = ({ checkedAt }: VaultSeen) =>
    Math.abs(now.getTime() - checkedAt.getTime()) > SEEN_LATELY_MS;
  const stale = listed.vaults.filter(isStale);
  if (stale.length === 0) return;
  const around = { chain: solanaConnection(), terms: findBondTerms() };
  for (const { vaultAddress } of stale) await observeAgain({ versionId, vaultAddress }, around);
  const seen = await findAuditStateWithVaults(versionId);
  if (seen?.state === "Optimistic") return;
  throw new DomainError(
    "AUDIT_STATE_CHANGED",
    `The deposit behind this version is no longer on chain: it is ${seen?.state ?? "not listed"} now. Nothing was charged.`,
    { details: { auditState: seen?.state ?? null } },
  );
}

/** A sale looks for itself (`confirmDeposit`); this is for what pages and lists say. */
const RECHECK_AFTER_MS = 2 * 60_000;
/** The clocks of two machines are not quite the same. */
const CLOCKS_APART_MS = 60_000;
/** Each costs two requests to the ledger; the rest follows in the next period. */
const MOST_AT_ONCE = 50;

/**
 * Looks again at deposits that were last seen some time ago, so that one that was moved ends `Optimistic` even when
 * nobody reports it. The state is derived from what is kept, so it holds from the next request on. Returns how many
 * were looked at; throws LEDGER_UNAVAILABLE, and then the rest is looked at in the next period.
 */
export async function recheckBonds(around: BondAround, clock: Clock = systemClock): Promise<number> {
  const nowMs = clock.now().getTime();
  const bonds = await listBondsToRecheck(database(), {
    checkedBefore: new Date(nowMs - RECHECK_AFTER_MS),
    checkedAfter: new Date(nowMs + CLOCKS_APART_MS),
    known: around.terms === null,
    limit: MOST_AT_ONCE,
  });
  for (const bond of bonds) await unlessNotShown(bond.vaultAddress, () => observeAgain(bond, around, clock));
  return bonds.length;
}

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

const unseen = new Gauge({
  name: "emporion_deposits_unseen",
  help: "Deposits that could not be looked at on the chain for an hour",
  registers: [metrics],
});

/** Counts anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measureDeposits(): Promise<void> {
  unseen.remove();
  try {
    const checkedBefore = new Date(systemClock.now().getTime() - HOUR_MS);
    const counting = countBondsToRecheck(database(), { checkedBefore, known: findBondTerms() === null });
    unseen.set(await withTimeout(counting, PATIENCE_MS, () => new Error("too slow")));
  } catch {
    // `emporion_database_up` says so
  }
}
