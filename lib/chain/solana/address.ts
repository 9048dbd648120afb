import bs58 from "bs58";

export const ADDRESS_SIZE_BYTES = 32;
// 32 bytes are at least 32 characters (all zeros) and at most 44 in base 58.
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const BASE58_SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const SIGNATURE_SIZE_BYTES = 64;

/** The 32 bytes of a base58 address, or null when the text is not one. Length is checked before decoding. */
export function findAddressBytes(text: string): Uint8Array | null {
  return decodeExactly(text, BASE58_ADDRESS, ADDRESS_SIZE_BYTES);
}

/** True when `text` is base58 of exactly 64 bytes, the form in which a node names a transaction by its signature. */
export function isTransactionSignature(text: unknown): text is string {
  return typeof text === "string" && decodeExactly(text, BASE58_SIGNATURE, SIGNATURE_SIZE_BYTES) !== null;
}

/** Base58 of 32 bytes. Throws a `RangeError` for any other length. */
export function encodeAddress(bytes: Uint8Array): string {
  if (bytes.length !== ADDRESS_SIZE_BYTES)
    throw new RangeError(`An address has 32 bytes, not ${bytes.length}.`);
  return bs58.encode(bytes);
}

function decodeExactly(text: string, form: RegExp, sizeBytes: number): Uint8Array | null {
  if (!form.test(text)) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === sizeBytes ? bytes : null;
}

/** Addresses of the on-chain programs that a payment may touch. */
export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
/** The first SPL token program; the newer one allows fees and hooks on transfers and is not taken. */
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
/** Assertions that some wallets append to what the user signs; it can fail a transaction but not move its lamports. */
export const LIGHTHOUSE_PROGRAM = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

/** One UDP packet; the cluster refuses anything longer. */
export const MAX_TRANSACTION_SIZE_BYTES = 1232;
/** A blockhash is accepted for this many blocks. */
export const BLOCKHASH_LIFETIME_BLOCKS = 150;
/** The network's price of one signature. */
export const SIGNATURE_FEE_LAMPORTS = 5000n;

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
