import { VersionedTransaction } from "@solana/web3.js";
import { findTransaction } from "@/lib/chain/solana/transaction";

/** The transaction in `raw` as web3.js has it; null for exactly what `findTransaction` refuses. */
export function findVersionedTransaction(raw: Uint8Array): VersionedTransaction | null {
  return findTransaction(raw) === null ? null : VersionedTransaction.deserialize(raw);
}
