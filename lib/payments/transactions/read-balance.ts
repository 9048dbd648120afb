import { DomainError } from "@/lib/kernel/errors";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { solanaConnection } from "@/lib/solana/current-connection";

/**
 * What an address holds on the market's chain, in lamports, as confirmed now; 0 for one nobody has paid to. Throws
 * REQUEST_INVALID for what is not an address, LEDGER_UNAVAILABLE when the node does not answer.
 */
export async function readBalance(address: string): Promise<bigint> {
  if (!isSolanaAddress(address)) throw new DomainError("REQUEST_INVALID", "This is not a Solana address.");
  const [lamports = 0n] = await solanaConnection().balances([address]);
  return lamports;
}
