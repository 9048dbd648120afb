import { createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import bs58 from "bs58";

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex"); // RFC 8410: Ed25519, then the seed
const SEED_BYTES = 32;
const KEYPAIR_BYTES = 64;

/** A wallet that signs for itself. */
export interface Keypair {
  /** Base58. */
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

/** The keypair of a file of the Solana command line: 64 numbers as JSON. @throws RangeError for anything else. */
export function readKeypair(text: string): Keypair {
  const bytes = toBytes(text);
  if (bytes === null) throw new RangeError("not a keypair file: 64 numbers from 0 to 255 are expected");
  const seed = bytes.subarray(0, SEED_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicKey = publicBytes(key);
  if (!publicKey.equals(bytes.subarray(SEED_BYTES)))
    throw new RangeError("not a keypair file: its two halves do not belong together");
  return { address: bs58.encode(publicKey), sign: (message) => sign(null, message, key) };
}

function toBytes(text: string): Buffer | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isByte = (each: unknown) =>
    typeof each === "number" && Number.isInteger(each) && each >= 0 && each < 256;
  return Array.isArray(value) && value.length === KEYPAIR_BYTES && value.every(isByte)
    ? Buffer.from(value as number[])
    : null;
}

const publicBytes = (key: KeyObject) =>
  createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-SEED_BYTES);
