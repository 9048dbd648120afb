import { expect, test } from "vitest";
import { isLate } from "@/lib/payments/settlement/settle";

const EXPIRES = new Date("2026-06-01T00:00:00Z");
const GRACE_MS = 90_000;
/** Milliseconds after the grace of the quote is over. */
const at = (ms: number) => EXPIRES.getTime() + GRACE_MS + ms;
const SENT = "the payment";

// What was handed in, the state of the quote, when the node says that the payment landed, now; and whether it was late.
test.each<[string, string | null, "QUOTED" | "EXPIRED", number | null, number, boolean]>([
  ["it is the one that was handed in", SENT, "EXPIRED", at(5_000), at(9_000), false],
  ["another one was handed in", "another", "QUOTED", at(5_000), at(9_000), true],
  ["it landed before the end of the grace", null, "QUOTED", at(-1), at(9_000), false],
  ["it landed as the grace ended", null, "QUOTED", at(0), at(9_000), false],
  ["it landed after the grace", null, "QUOTED", at(1), at(9_000), true],
  [
    "the clock of the chain is ahead, and the grace is not over here",
    null,
    "QUOTED",
    at(5_000),
    at(-1),
    false,
  ],
  ["the clock of the chain is ahead, and the grace ends here", null, "QUOTED", at(5_000), at(0), false],
  ["the clock of the chain is ahead, and the grace is over here", null, "QUOTED", at(5_000), at(1), true],
  ["nobody knows when, and the quote is open", null, "QUOTED", null, at(9_000), false],
  ["nobody knows when, and the quote was given up", null, "EXPIRED", null, at(9_000), true],
  ["nobody knows when, and the grace is not over", null, "EXPIRED", null, at(0), false],
])("%s", (_, signature, state, blockTimeMs, nowMs, late) => {
  const quote = { signature, state, expiresAt: EXPIRES };
  const now = { now: new Date(nowMs), graceMs: GRACE_MS };
  expect(isLate(quote, { signature: SENT, blockTimeMs }, now)).toBe(late);
});
