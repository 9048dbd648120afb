import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectLikePrices } from "@/lib/catalogue/prices/repository";
import type { SkillManifest } from "@/lib/skill-format";

export interface LikePrices {
  /** What makes them alike: a capability they share, their category, or that they are in this market. */
  by: "capability" | "category" | "market";
  /** The capability or category; "" for the market. */
  name: string;
  /** Of the paid ones, in lamports, lowest first; at most 2,000. */
  paid: bigint[];
  free: number;
}

/** Fewer prices tell nothing about where one falls. */
const ENOUGH = 3;

/** What skills like this one cost: those with its first capability, else those of its category, else all. */
export async function listLikePrices(
  { capabilities, category }: Pick<SkillManifest, "capabilities" | "category">,
  clock: Clock = systemClock,
): Promise<LikePrices> {
  const now = clock.now();
  for (const capability of capabilities.slice(0, 3)) {
    const found = split(await selectLikePrices(database(), { capability, now }));
    if (found.paid.length >= ENOUGH) return { by: "capability", name: capability, ...found };
  }
  if (category !== null) {
    const found = split(await selectLikePrices(database(), { category, now }));
    if (found.paid.length >= ENOUGH) return { by: "category", name: category, ...found };
  }
  return { by: "market", name: "", ...split(await selectLikePrices(database(), { now })) };
}

function split(prices: readonly bigint[]): Pick<LikePrices, "paid" | "free"> {
  const paid = prices.filter((price) => price > 0n);
  return { paid, free: prices.length - paid.length };
}
