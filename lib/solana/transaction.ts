import { VersionedTransaction } from "@solana/web3.js";
import { MAX_TRANSACTION_SIZE_BYTES } from "@/lib/solana/programs";

/**
 * The transaction in `raw`, or null when the bytes are not exactly one well-formed legacy or version 0 transaction: too
 * long, cut short, followed by something else, or with another number of signatures than its header asks for.
 */
export function findTransaction(raw: Uint8Array): VersionedTransaction | null {
  if (raw.length > MAX_TRANSACTION_SIZE_BYTES) return null;
  try {
    const transaction = VersionedTransaction.deserialize(raw);
    const { header, staticAccountKeys } = transaction.message;
    const wellFormed =
      transaction.signatures.length === header.numRequiredSignatures &&
      header.numRequiredSignatures > 0 &&
      new Set(addressesOf(transaction)).size === staticAccountKeys.length &&
      // One meaning, one encoding: otherwise two different byte strings could carry one signature.
      Buffer.from(transaction.serialize()).equals(raw);
    return wellFormed ? transaction : null;
  } catch {
    return null; // web3.js throws whatever its reader runs into
  }
}

const addresses = new WeakMap<VersionedTransaction, readonly string[]>();

/** The accounts its message names, by address and in their order; written out once, as base 58 is dear. */
export function addressesOf(transaction: VersionedTransaction): readonly string[] {
  const known = addresses.get(transaction);
  if (known) return known;
  const named = transaction.message.staticAccountKeys.map((key) => key.toBase58());
  addresses.set(transaction, named);
  return named;
}
