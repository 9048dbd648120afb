import { expect, test } from "vitest";
import { paymentState } from "@/lib/payments/settlement/payment-status";

const NOW = new Date();

test.each([
  ["confirmed", null, null],
  ["final", NOW, null],
  ["vanished", null, NOW],
  ["vanished", NOW, NOW],
])("%s", (state, finalizedAt, orphanedAt) => {
  expect(paymentState({ finalizedAt, orphanedAt })).toBe(state);
});
