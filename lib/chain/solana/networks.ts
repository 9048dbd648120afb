const NETWORKS = new Map([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "mainnet-beta"],
  ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", "devnet"],
  ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY", "testnet"],
]);

/** The name of the chain with this genesis hash; `localnet` for any that is not public. */
export function networkOf(genesisHash: string): string {
  return NETWORKS.get(genesisHash) ?? "localnet";
}

const CAIP2_REFERENCE_CHARACTERS = 32;
const DEVNET_GENESIS = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";

/**
 * The chain's CAIP-2 id, which has the beginning of its genesis hash. The local ledger goes by devnet's: published
 * clients know the public chains only, and are told the address of the node apart. Its blockhashes are its own, so
 * nothing that is signed for it is valid on devnet.
 */
export function caip2Of(genesisHash: string): string {
  const known = NETWORKS.has(genesisHash) ? genesisHash : DEVNET_GENESIS;
  return `solana:${known.slice(0, CAIP2_REFERENCE_CHARACTERS)}`;
}
