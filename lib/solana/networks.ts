const NETWORKS = new Map([
  ["5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "mainnet-beta"],
  ["EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG", "devnet"],
  ["4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY", "testnet"],
]);

/** The name of the chain with this genesis hash; `localnet` for any that is not public. */
export function networkOf(genesisHash: string): string {
  return NETWORKS.get(genesisHash) ?? "localnet";
}
