import { database } from "@/lib/db/client";
import { findListedPrice, selectMedianPrice, selectLikePrices } from "@/lib/catalogue/prices/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { SkillManifest } from "@/lib/skill-format";

/**
 * What a call of a skill costs now that an account owns or maintains, in lamports: the price of the version that is
 * listed, which a new one goes on with unless its creator says otherwise. Null for a name the account has nothing
 * listed under.
 */
export function findLastPrice(where: { accountId: string; slug: string }): Promise<bigint | null> {
  return findListedPrice(database(), where);
}

/** Fewer prices have no middle worth telling, and say nothing about where one falls. */
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

export interface LikePrices {
  /** What makes them alike: a capability they share, their category, or that they are in this market. */
  by: "capability" | "category" | "market";
  /** The capability or category; "" for the market. */
  name: string;
  /** Of the paid ones, in lamports, lowest first; at most 2,000. */
  paid: bigint[];
  free: number;
}

/** What skills like this one cost: those with its first capability, else those of its category, else all. */
export async function listLikePrices({
  capabilities,
  category,
}: Pick<SkillManifest, "capabilities" | "category">): Promise<LikePrices> {
  const now = systemClock.now();
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
