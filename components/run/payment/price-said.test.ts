import { expect, test } from "vitest";
import { callsForOneSol } from "@/components/run/payment/price-said";

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
