import type { Purchase } from "@/components/run/payment/signed-purchase";

/** Calls one payment can buy, as the API has it. */
export const MAX_CALLS = 100;

/** Calls that are offered together where the fee of one payment weighs on each. */
export const CALLS_TOGETHER = 10;

/** Whether the network fee is at least a tenth of a call's price, so that several calls with one fee are worth offering. */
export const isFeeHeavy = (priceLamports: string, networkFeeLamports: string): boolean =>
  BigInt(networkFeeLamports) * 10n >= BigInt(priceLamports);

/** The nearest number of calls that can be bought. */
export function toCalls(text: string): number {
  const wanted = Math.trunc(Number(text));
  return Number.isFinite(wanted) ? Math.min(MAX_CALLS, Math.max(1, wanted)) : 1;
}

export const callsOf = ({ calls = 1 }: Purchase): number => calls;
export const callsLeft = (purchase: Purchase): number => callsOf(purchase) - (purchase.made ?? 0);
/** The number of the call that is made next, from 1. */
export const nextCall = ({ made = 0 }: Purchase): number => made + 1;
