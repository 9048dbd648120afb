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

/** True when `text` is base58 of exactly 64 bytes, the form of a transaction signature. */
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
