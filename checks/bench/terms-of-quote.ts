import type { PaymentTerms } from "@/lib/payments/quotes/payment-terms";

/** What a payment of a quote is built from. */
export type BlockhashTerms = PaymentTerms & { blockhash: string };

/** The terms of a quote as the agent API answers it. */
export function termsOfQuote(quote: Record<string, string>): BlockhashTerms {
  return {
    payerAddress: quote["payer"] ?? "",
    payeeAddress: quote["payee"] ?? "",
    treasuryAddress: quote["treasury"] ?? "",
    creatorLamports: BigInt(quote["creator_lamports"] ?? ""),
    feeLamports: BigInt(quote["fee_lamports"] ?? ""),
    reference: quote["reference"] ?? "",
    memo: quote["memo"] ?? "",
    blockhash: quote["blockhash"] ?? "",
  };
}
