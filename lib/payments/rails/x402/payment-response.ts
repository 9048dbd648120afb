import { encodeHeader } from "@/lib/payments/rails/x402/requirements";
import type { SettlementRecord } from "@/lib/payments/settlement/settlement-repository";
import { caip2Of } from "@/lib/solana/networks";

/** The value of `PAYMENT-RESPONSE` for a quote that was settled in a token; null for one settled in lamports. */
export function toResponseHeader(
  { signature, payerAddress, tokenMint, tokenUnits }: SettlementRecord,
  { genesisHash }: { genesisHash: string },
): string | null {
  if (tokenMint === null || tokenUnits === null) return null;
  return encodeHeader({
    success: true,
    transaction: signature,
    network: caip2Of(genesisHash),
    payer: payerAddress,
    amount: tokenUnits.toString(),
  });
}

/** The same for a payment that moved nothing. */
export function toFailureHeader(errorReason: string): string {
  return encodeHeader({ success: false, errorReason, transaction: "", network: "" });
}
