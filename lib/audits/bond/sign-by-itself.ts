import { type PlatformKey, signTransaction } from "@/lib/log/attestation/platform-key";
import { prepareBondMove, signBondMove } from "@/lib/audits/bond/move-bond";
import { moveTransaction, type MoveAround } from "@/lib/audits/bond/move-nonce";
import { allOpenMoves, listVaultsToSlash, type BondMoveRecord } from "@/lib/audits/bond/moves-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/chain/solana/connection";

const PAGE_SIZE = 50;
/** Pays the network and the accounts of some hundred nonces. */
const FUNDING_LAMPORTS = 1_000_000_000n;
const ENOUGH_LAMPORTS = 10_000_000n;

/**
 * What the parties of a demonstration do in place of people (`keys`, see `findOwnParties`): each signs the move that
 * waits for it, and together they pay out a deposit that an upheld challenge has won. All of it goes through what any
 * party uses, so what the rules refuse is not signed: no refund while a challenge is open or after one was upheld.
 * Without keys it does nothing. Returns how many moves were signed. Throws LEDGER_UNAVAILABLE.
 */
export async function signByItself(keys: readonly PlatformKey[], around: MoveAround): Promise<number> {
  if (keys.length === 0) return 0;
  let signed = 0;
  for (const work of [
    ...(await waitingFor(keys, around, systemClock)),
    ...(await wonByChallenge(keys, around, systemClock)),
  ])
    if (await unlessRefused(work)) signed++;
  return signed;
}

interface Work {
  vaultAddress: string;
  /** True when something was signed. */
  attempt: () => Promise<boolean>;
}

/** Moves that lack the signature of one of the keys. */
async function waitingFor(keys: readonly PlatformKey[], around: MoveAround, clock: Clock): Promise<Work[]> {
  const found: Work[] = [];
  for await (const move of allOpenMoves(database())) {
    const missing = missingOf(move, keys);
    if (move.state !== "waiting" || missing.length === 0) continue;
    const { vaultAddress } = move.bond;
    const request = { vaultAddress, kind: move.kind === "slash" ? "slash" : "refund" } as const;
    const attempt = async () => {
      const transaction = signTransaction(moveTransaction(move), missing);
      await signBondMove({ ...request, transaction }, around, clock);
      return true;
    };
    found.push({ vaultAddress, attempt });
  }
  return found;
}

const missingOf = ({ signers, signatures }: BondMoveRecord, keys: readonly PlatformKey[]) =>
  keys.filter(({ keyId }) => signers.some((address, i) => address === keyId && !signatures[i]));

/** Deposits between both keys that belong to who challenged the version. */
async function wonByChallenge(
  keys: readonly PlatformKey[],
  around: MoveAround,
  clock: Clock,
): Promise<Work[]> {
  const parties = keys.map(({ keyId }) => keyId);
  const vaults = await listVaultsToSlash(database(), { parties, limit: PAGE_SIZE });
  return vaults.map(({ vaultAddress, arbiter, council }) => {
    const request = { vaultAddress, kind: "slash", signers: [arbiter, council] } as const;
    const attempt = async () => {
      await fund(arbiter, around.chain);
      const prepared = await prepareBondMove(request, around);
      if (prepared.nonceOpening) {
        // The account is there at the next turn, and the move is signed then.
        const nonceOpening = signTransaction(prepared.nonceOpening.transaction, keys);
        await prepareBondMove({ ...request, nonceOpening }, around);
      }
      if (prepared.transaction === null) return false;
      const transaction = signTransaction(prepared.transaction, keys);
      await signBondMove({ ...request, transaction }, around, clock);
      return true;
    };
    return { vaultAddress, attempt };
  });
}

/** A key of a demonstration has the test money of a local ledger. */
async function fund(address: string, chain: SolanaConnection): Promise<void> {
  const [balance = 0n] = await chain.balances([address]);
  if (balance < ENOUGH_LAMPORTS) await chain.requestAirdrop(address, FUNDING_LAMPORTS);
}

/** What the rules do not allow stays as it is, and keeps nobody else waiting. */
async function unlessRefused({ vaultAddress, attempt }: Work): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (!isDomainError(error, "BOND_MOVE_REFUSED")) throw error;
    logger.info({ vault: vaultAddress, reason: error.details["reason"] }, "not signed by itself");
    return false;
  }
}
