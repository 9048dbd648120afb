import { VersionedTransaction } from "@solana/web3.js";
import { MAX_TRANSACTION_SIZE_BYTES } from "@/lib/solana/programs";

/**
 * The transaction in `raw`, or null when the bytes are not exactly one well-formed legacy or version 0 transaction: too long,
 * cut short, followed by something else, or with another number of signatures than its header asks for.
 */
export function findTransaction(raw: Uint8Array): VersionedTransaction | null {
  if (raw.length > MAX_TRANSACTION_SIZE_BYTES) return null;
  try {
    const transaction = VersionedTransaction.deserialize(raw);
    const { header, staticAccountKeys } = transaction.message;
    const wellFormed =
      transaction.signatures.length === header.numRequiredSignatures &&
      header.numRequiredSignatures > 0 &&
      new Set(staticAccountKeys.map((key) => key.toBase58())).size === staticAccountKeys.length &&
      // One meaning, one encoding: otherwise two different byte strings could carry one signature.
      Buffer.from(transaction.serialize()).equals(raw);
    return wellFormed ? transaction : null;
  } catch {
    return null; // web3.js throws whatever its reader runs into
  }
}
