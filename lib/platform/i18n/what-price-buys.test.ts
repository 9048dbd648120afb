import { expect, test } from "vitest";
import english from "@/lib/platform/i18n/messages/en/price.json";
import { priceSentence, whatPriceBuys, type PriceBuys } from "@/lib/platform/i18n/what-price-buys";

test.each<[string | bigint, PriceBuys | null]>([
  ["0", null],
  ["00", null],
  ["1", "call"],
  ["10", "call"],
  ["50000", "call"],
  [0n, null],
  [1n, "call"],
  ["18446744073709551615", "call"],
])("a price of %s lamports buys: %s", (priceLamports, buys) => {
  expect(whatPriceBuys({ priceLamports })).toBe(buys);
  expect(priceSentence({ priceLamports })).toBe(buys === null ? null : english[buys]);
});
