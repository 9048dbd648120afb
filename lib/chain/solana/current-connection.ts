import { env } from "@/lib/platform/config/env";
import { SolanaConnection } from "@/lib/chain/solana/connection";

let connection: SolanaConnection | undefined;

/** The connection of this process to the node named by `SOLANA_RPC_URL`. */
export function solanaConnection(): SolanaConnection {
  return (connection ??= new SolanaConnection({ url: env().SOLANA_RPC_URL }));
}

let witness: SolanaConnection | undefined;

/** The second node of this process (`WITNESS_RPC_URL`); null without one. */
export function witnessConnection(): SolanaConnection | null {
  const { WITNESS_RPC_URL: url } = env();
  return url === undefined ? null : (witness ??= new SolanaConnection({ url }));
}
