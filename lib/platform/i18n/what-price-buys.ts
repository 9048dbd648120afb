import english from "@/lib/platform/i18n/messages/en/price.json";

/** What the price of a skill is for: the name of a sentence in `messages/<language>/price.json`. */
export type PriceBuys = keyof typeof english;

/** What a skill says of its price. */
interface Priced {
  /** What a call costs, in lamports; decimal digits, where it is a text. */
  priceLamports: string | bigint;
}

/**
 * What the price of a listed skill buys; null for a skill without a price, of which nothing need be said. The one place
 * that decides this: pages, packages, clients and tools of models show the sentence of this name, and no door asks the
 * price before it gives the files.
 */
export const whatPriceBuys = ({ priceLamports }: Priced): PriceBuys | null =>
  /[1-9]/.test(String(priceLamports)) ? "call" : null;

/** The sentence in English, for programs; null where nothing need be said. */
export function priceSentence(skill: Priced): string | null {
  const buys = whatPriceBuys(skill);
  return buys === null ? null : english[buys];
}
