import { setTimeout as sleep } from "node:timers/promises";
import type { PlatformKey } from "@/lib/attestation/platform-key";
import { signTransaction } from "@/lib/attestation/sign-transaction";
import { listBonds } from "@/lib/audits/bond/deposits";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findSentVault, prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/open-bond";
import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import type { SolanaConnection } from "@/lib/solana/connection";

const LOOK_AGAIN_MS = 1_000;
/** A deposit is final after 13 seconds of the local ledger; one that is late is looked at in the next start. */
const MOST_LOOKS = 60;
/** Both accounts of a vault, and fees. */
const BESIDES_LAMPORTS = 20_000_000n;

interface Around {
  chain: SolanaConnection;
  terms: BondTerms;
}

/** A version of the starter catalogue, and the key of its publisher. */
export interface DemoDeposit {
  versionId: string;
  key: PlatformKey;
}

/** A deposit that was sent and is not final yet. */
export interface SentDeposit {
  versionId: string;
  vaultAddress: string;
}

/**
 * Opens the deposit of each version with the signature of its publisher, as the page does. A version that ever had one
 * is left alone: who has taken a deposit back wants it so. One whose opening was sent by a start that ended too early
 * is not opened twice. Throws LEDGER_UNAVAILABLE.
 */
export async function openDemoDeposits(
  wanted: readonly DemoDeposit[],
  around: Around,
): Promise<SentDeposit[]> {
  const sent: SentDeposit[] = [];
  for (const { versionId, key } of wanted) {
    if ((await listBonds(versionId)).length > 0) continue;
    try {
      sent.push({ versionId, vaultAddress: await open({ versionId, key }, around) });
    } catch (error) {
      // One that is withdrawn, or was challenged with success, must not keep the market shut.
      if (!isDomainError(error) || error.code === "LEDGER_UNAVAILABLE") throw error;
      logger.warn({ versionId, code: error.code, reason: error.message }, "deposit left out");
    }
  }
  return sent;
}

async function open({ versionId, key }: DemoDeposit, around: Around): Promise<string> {
  const request = { versionId, creator: key.keyId };
  const opening = await prepareBondOpening(request, around);
  const before = await findSentVault(versionId);
  // Its place is taken: it has landed, and nobody has looked at it yet.
  if (before !== null && before !== opening.vault) return before;
  await fund(key.keyId, opening.depositLamports + BESIDES_LAMPORTS, around.chain);
  const transaction = signTransaction(opening.transaction, [key]);
  return (await sendBondOpening({ ...request, transaction }, around)).vault;
}

async function fund(address: string, neededLamports: bigint, chain: SolanaConnection): Promise<void> {
  const [balance = 0n] = await chain.balances([address]);
  if (balance < neededLamports) await chain.requestAirdrop(address, neededLamports);
}

/** Looks at deposits until they are final and count; returns how many do. Throws LEDGER_UNAVAILABLE. */
export async function confirmDemoDeposits(sent: readonly SentDeposit[], around: Around): Promise<number> {
  let locked = 0;
  for (const deposit of sent) if (await untilLocked(deposit, around)) locked++;
  return locked;
}

async function untilLocked(deposit: SentDeposit, around: Around): Promise<boolean> {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    try {
      return (await observeBond(deposit, around)).state === "locked";
    } catch (error) {
      if (!isDomainError(error, "BOND_NOT_LOCKED")) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
  logger.warn(deposit, "the deposit is not final yet: the next start looks again");
  return false;
}
