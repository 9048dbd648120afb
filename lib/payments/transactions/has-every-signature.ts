import type { VersionedTransaction } from "@solana/web3.js";
import { signersOf, type PaymentTerms } from "@/lib/payments/quotes/payment-terms";
import { verifyEd25519 } from "@/lib/solana/ed25519";

/** Whether everybody who must sign a payment on these terms has signed this very message. */
export function hasEverySignature(transaction: VersionedTransaction, terms: PaymentTerms): boolean {
  const message = transaction.message.serialize();
  return signersOf(terms).every((address, i) => {
    const signature = transaction.signatures[i];
    return signature !== undefined && verifyEd25519(address, message, signature);
  });
}
