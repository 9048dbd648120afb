import { isDomainError } from "@/lib/kernel/errors";
import { caip2Of } from "@/lib/chain/solana/address";
import { solanaConnection } from "@/lib/chain/solana/current-connection";

/** Solana Actions ask for these on every answer, also to a preflight and to an error. */
export const ACTION_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
  "access-control-allow-headers":
    "Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "access-control-expose-headers": "X-Action-Version, X-Blockchain-Ids",
  "x-action-version": "2.4",
};

/** True for what wallets and pages of others ask as Solana Actions. */
export const isActionPath = (path: string) => path === "/actions.json" || path.startsWith("/api/actions/");

/**
 * On which chain a wallet is to send what it signs; without it, it takes mainnet. Empty while the ledger is
 * not reached.
 */
export async function chainHeaders(): Promise<Record<string, string>> {
  try {
    return { "x-blockchain-ids": caip2Of(await solanaConnection().genesisHash()) };
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return {};
    throw error;
  }
}
