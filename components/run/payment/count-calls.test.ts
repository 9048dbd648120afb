import { expect, test } from "vitest";
import { MAX_CALLS, toCalls } from "@/components/run/payment/count-calls";

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
