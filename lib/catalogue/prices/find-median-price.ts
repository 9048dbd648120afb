import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectMedianPrice } from "@/lib/catalogue/prices/repository";

/** Fewer prices have no middle worth telling. */
const ENOUGH = 3;

export interface MedianPrice {
  category: string;
  lamports: string;
}

/**
 * What the middle one of the paid skills of a category costs, in lamports; null without a category, for a free skill,
 * and where fewer than three are paid. One query over at most 500 of them.
 */
export async function findMedianPrice(
  { category, priceLamports }: { category: string | null; priceLamports: string },
  clock: Clock = systemClock,
): Promise<MedianPrice | null> {
  if (category === null || priceLamports === "0") return null;
  const { count, median } = await selectMedianPrice(database(), { category, now: clock.now() });
  return median === null || count < ENOUGH ? null : { category, lamports: median };
}
