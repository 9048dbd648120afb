import { createPublicKey } from "node:crypto";
import { findAddressBytes } from "@/lib/solana/address";

const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex"); // RFC 8410: Ed25519, then the 32 key bytes

/** The PEM (SubjectPublicKeyInfo) of an Ed25519 key that is named by its base58 bytes, for tools such as openssl. */
export function pemOfKeyId(keyId: string): string {
  const bytes = findAddressBytes(keyId);
  if (!bytes) throw new Error("a stored key id is not base58 of 32 bytes");
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: "der", type: "spki" });
  return key.export({ type: "spki", format: "pem" }) as string;
}
