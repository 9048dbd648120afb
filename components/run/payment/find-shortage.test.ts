import { expect, test } from "vitest";
import { canBePaid, findShortage } from "@/components/run/payment/find-shortage";

const payable = { missingLamports: "0", creatorLamports: "47500", leastLamports: "890880" };
const total = { totalLamports: "55000", payable };

test("a wallet lacks what it does not hold of the total", () => {
  expect(findShortage("0", total)).toEqual({ held: 0n, needs: 55_000n, missing: 55_000n });
  expect(findShortage("54999", total)).toEqual({ held: 54_999n, needs: 55_000n, missing: 1n });
});

test("a wallet may be emptied, and may not be left with less than an account must hold", () => {
  expect(findShortage("55000", total)).toBeNull();
  expect(findShortage("55001", total)).toEqual({ held: 55_001n, needs: 945_880n, missing: 890_879n });
  expect(findShortage("945880", total)).toBeNull();
});

test("what nobody knows is no shortage: the quote will tell", () => {
  expect(findShortage(null, total)).toBeNull();
  expect(findShortage("55001", { ...total, payable: null })).toBeNull();
  expect(canBePaid(null, 1)).toBe(true);
});

test("a creator's wallet that lacks something for one call can be paid for enough of them", () => {
  const empty = { ...payable, missingLamports: "843380" };
  expect([1, 18, 19].map((calls) => canBePaid(empty, calls))).toEqual([false, false, true]);
  expect(canBePaid(payable, 1)).toBe(true);
});
