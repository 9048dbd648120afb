import { signersOf, type PaymentTerms } from "@/lib/payments/quotes/payment-terms";
import { verifyEd25519 } from "@/lib/solana/ed25519";
import type { Transaction } from "@/lib/solana/transaction";

/** Whether everybody who must sign a payment on these terms has signed this very message. */
export function hasEverySignature({ message, signatures }: Transaction, terms: PaymentTerms): boolean {
  return signersOf(terms).every((address, i) => {
    const signature = signatures[i];
    return signature !== undefined && verifyEd25519(address, message, signature);
  });
}
