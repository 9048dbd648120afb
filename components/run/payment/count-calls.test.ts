import { expect, test } from "vitest";
import { isFeeHeavy, MAX_CALLS, toCalls } from "@/components/run/payment/count-calls";

test("a number of calls is the nearest that can be bought", () => {
  expect(["1", "100", "101", "1e9", "0", "-3", "2.9", "", "x"].map(toCalls)).toEqual([
    1,
    MAX_CALLS,
    MAX_CALLS,
    MAX_CALLS,
    1,
    1,
    2,
    1,
    1,
  ]);
});

test.each([
  ["1", true],
  ["49999", true],
  ["50000", true],
  ["50001", false],
])("of a price of %s lamports a fee of 5,000 is a large part: %s", (price, heavy) => {
  expect(isFeeHeavy(price, "5000")).toBe(heavy);
});
