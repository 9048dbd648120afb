import { sign } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import type { PlatformKey } from "@/lib/log/attestation/platform-key";
import { findVersionedTransaction } from "@/lib/chain/solana/versioned-transaction";

/**
 * A transaction of this market's own making with the signatures of those keys that it asks for; the signatures it has
 * stay. Throws for bytes that are no transaction.
 */
export function signTransaction(raw: Uint8Array, keys: readonly PlatformKey[]): Uint8Array {
  const transaction = findVersionedTransaction(raw);
  if (!transaction) throw new Error("These bytes are no transaction.");
  const { message } = transaction;
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  const asked = new Set(signers.map(String));
  const bytes = message.serialize();
  for (const { keyId, privateKey } of keys)
    if (asked.has(keyId)) transaction.addSignature(new PublicKey(keyId), sign(null, bytes, privateKey));
  return transaction.serialize();
}
