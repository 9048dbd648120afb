export type PaymentState = "confirmed" | "final" | "vanished";

/** How sure a payment is: seen, beyond any reorganisation, or taken back by one. */
export function paymentState({
  finalizedAt,
  orphanedAt,
}: {
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}): PaymentState {
  if (orphanedAt) return "vanished";
  return finalizedAt ? "final" : "confirmed";
}
