import type { SettlementRecord } from "@/lib/payments/settlement/settlement-repository";

/** The value of `Payment-Receipt`: which payment settled the quote, and when. The signed receipt stands in the body. */
export function toReceiptHeader(
  { signature, settledAt }: SettlementRecord,
  { memo, challengeId }: { memo: string; challengeId?: string | undefined },
): string {
  const receipt = {
    method: "solana",
    reference: signature,
    status: "success",
    timestamp: settledAt.toISOString(),
    externalId: memo,
    ...(challengeId === undefined ? {} : { challengeId }),
  };
  return Buffer.from(JSON.stringify(receipt)).toString("base64url");
}
