import type { Purchase } from "@/components/run/purchase";

/** Calls one payment can buy, as the API has it. */
export const MAX_CALLS = 100;

export const callsOf = ({ calls = 1 }: Purchase): number => calls;
export const callsLeft = (purchase: Purchase): number => callsOf(purchase) - (purchase.made ?? 0);
/** The number of the call that is made next, from 1. */
export const nextCall = ({ made = 0 }: Purchase): number => made + 1;
