import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { ADDRESS_SIZE_BYTES, encodeAddress, findAddressBytes } from "@/lib/chain/solana/address";

const SIGNATURE_SIZE_BYTES = 64;
const POINT_SIZE_BYTES = 32;
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex"); // RFC 8410: Ed25519, then the 32 key bytes
const CACHED_KEYS = 2048;

/**
 * The points of order 1, 2, 4 and 8, canonical and not, with the sign bit masked off. The OpenSSL of Node.js 20 and 22,
 * on which the command runs too, accepts signatures made with them by anybody, for any message; Solana validators refuse
 * them. 32 zero bytes is also the System program's address.
 */
const SMALL_ORDER_POINTS = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
]);

const keys = new Map<string, KeyObject>();

/**
 * Verifies an Ed25519 signature as strictly as a Solana validator does: small-order keys and commitments are refused,
 * and so is a signature whose S is not below the group order (malleability). Never throws: whatever is not a valid
 * signature is false.
 */
export function verifyEd25519(key: string | Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const keyBytes = typeof key === "string" ? findAddressBytes(key) : key;
  if (keyBytes?.length !== ADDRESS_SIZE_BYTES || signature.length !== SIGNATURE_SIZE_BYTES) return false;
  if (isSmallOrderPoint(keyBytes) || isSmallOrderPoint(signature.subarray(0, POINT_SIZE_BYTES))) return false;
  try {
    return verify(null, message, keyObject(keyBytes), signature);
  } catch {
    return false; // the 32 bytes are not a point of the curve
  }
}

/** The base58 address of an Ed25519 key object. */
export function addressOfKey(key: KeyObject): string {
  const spki = key.export({ type: "spki", format: "der" });
  if (key.asymmetricKeyType !== "ed25519") throw new RangeError("The key is not an Ed25519 key.");
  return encodeAddress(spki.subarray(SPKI_PREFIX.length));
}

/** Whether 32 bytes are a point that anybody can sign for. */
export function isSmallOrderPoint(encoded: Uint8Array): boolean {
  const masked = Buffer.from(encoded);
  masked[POINT_SIZE_BYTES - 1] = (masked[POINT_SIZE_BYTES - 1] ?? 0) & 0x7f;
  return SMALL_ORDER_POINTS.has(masked.toString("hex"));
}

/** Importing a key costs about as much as verifying with it, hence the cache; the oldest entry leaves first. */
function keyObject(bytes: Uint8Array): KeyObject {
  const id = Buffer.from(bytes).toString("latin1");
  let key = keys.get(id);
  if (key) keys.delete(id);
  key ??= createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: "der", type: "spki" });
  keys.set(id, key);
  if (keys.size > CACHED_KEYS) keys.delete(keys.keys().next().value ?? id);
  return key;
}
