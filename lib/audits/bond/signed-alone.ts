import type { VersionedTransaction } from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";

/**
 * The signature of a transaction that one party signs alone, once every byte is what this market prepares: `build` makes
 * it anew with the same blockhash. Throws BOND_MOVE_REFUSED (`not_as_prepared`, `bad_signature`) and what `build` throws.
 */
export async function readSignedAlone(
  raw: Uint8Array,
  signer: string,
  build: (blockhash: string) => Promise<VersionedTransaction>,
): Promise<Uint8Array> {
  const signed = findVersionedTransaction(raw);
  if (!signed) throw bondRefused("not_as_prepared");
  const message = signed.message.serialize();
  const expected = (await build(signed.message.recentBlockhash)).message.serialize();
  if (!Buffer.from(expected).equals(message)) throw bondRefused("not_as_prepared");
  const [signature] = signed.signatures;
  if (!signature || !verifyEd25519(signer, message, signature)) throw bondRefused("bad_signature");
  return signature;
}
