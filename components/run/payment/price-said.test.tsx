import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { callsForOneSol, inCurrency, PriceSaid } from "@/components/run/payment/price-said";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { systemClock } from "@/lib/kernel/clock";

test.each([
  ["0", null],
  ["1", 1_000_000_000],
  ["30000", 33_333],
  ["500000000", 2],
  ["500000001", null],
  ["18446744073709551615", null],
])("of a price of %s lamports, one SOL is the price of %s calls", (price, calls) => {
  expect(callsForOneSol(price)).toBe(calls);
});

const rateOf = (micros: bigint) => ({
  currency: "USD",
  source: "rates.example",
  micros,
  fetchedAt: systemClock.now(),
});

test.each([
  [30_000n, 150_250_000n, "$0.004508"],
  [1n, 150_250_000n, "$0.0000001503"],
  [1_000_000_000n, 150_250_000n, "$150.3"],
  [1_000_000_000_000n, 150_250_000n, "$150,300"],
])("%s lamports at %s millionths are about %s", (lamports, micros, text) => {
  expect(inCurrency(lamports, rateOf(micros), "en")).toBe(text);
});

test.each(LOCALES)("a rate is said with its source and its age, and no rate with nothing (%s)", (locale) => {
  const html = htmlOf(<PriceSaid priceLamports="30000" rate={rateOf(150_250_000n)} />, locale);
  expect(html).toContain("0.004508");
  expect(html).toMatch(/rates\.example.*<time/s);
  const without = htmlOf(<PriceSaid priceLamports="30000" rate={null} />, locale);
  expect(without).toContain("33,333");
  expect(without).not.toMatch(/<time|USD|\$/);
});
