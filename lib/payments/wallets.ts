import { DomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { solanaConnection } from "@/lib/chain/solana/current-connection";

/** Five test dollars, which published clients of x402 take for enough and not for too much. */
const TAKEN_UNITS = 5_000_000n;

/** Test tokens of the local ledger, where this market takes them. Throws LEDGER_UNAVAILABLE. */
export async function giveTestTokens(address: string, units: bigint): Promise<void> {
  const { localLedger, X402_TOKEN, X402_MINT } = env();
  if (localLedger && (X402_TOKEN === "USDC" || X402_MINT === TEST_TOKEN_MINT))
    await solanaConnection().requestTokenAirdrop(address, units);
}

/**
 * Gives an address test money on the local ledger, and test tokens where it takes them, and returns the signature of the transfer. The ledger itself limits
 * how much one address gets in an hour. Throws FAUCET_NOT_AVAILABLE on any other chain, REQUEST_INVALID for what is
 * not an address, FAUCET_LIMIT_EXCEEDED or LEDGER_UNAVAILABLE.
 */
export async function takeTestMoney(address: string): Promise<string> {
  const { localLedger, FAUCET_LAMPORTS } = env();
  if (!localLedger)
    throw new DomainError("FAUCET_NOT_AVAILABLE", "Test money exists on the local ledger only.");
  if (!isSolanaAddress(address)) throw new DomainError("REQUEST_INVALID", "This is not a Solana address.");
  try {
    const signature = await solanaConnection().requestAirdrop(address, FAUCET_LAMPORTS);
    await giveTestTokens(address, TAKEN_UNITS);
    return signature;
  } catch (error) {
    const refused = error instanceof Error && /at most/.test(String(error.cause));
    if (!refused) throw error;
    throw new DomainError("FAUCET_LIMIT_EXCEEDED", "This address has taken all the test money of this hour.");
  }
}

/**
 * What an address holds on the market's chain, in lamports, as confirmed now; 0 for one nobody has paid to. Throws
 * REQUEST_INVALID for what is not an address, LEDGER_UNAVAILABLE when the node does not answer.
 */
export async function readBalance(address: string): Promise<bigint> {
  if (!isSolanaAddress(address)) throw new DomainError("REQUEST_INVALID", "This is not a Solana address.");
  const [lamports = 0n] = await solanaConnection().balances([address]);
  return lamports;
}
