import { expect, test } from "vitest";
import { standingOf } from "@/lib/audits/standing";

test.each([
  [false, false, false, null],
  [false, false, true, "depositor"],
  [false, true, false, "buyer"],
  [false, true, true, "buyer"],
  [true, false, false, "verifier"],
  [true, false, true, "verifier"],
  [true, true, false, "verifier"],
  [true, true, true, "verifier"],
] as const)("verifier %s, receipt %s, deposit %s: %s", (isVerifier, hasReceipt, hasDeposit, standing) => {
  expect(standingOf({ isVerifier, hasReceipt, hasDeposit })).toBe(standing);
});
