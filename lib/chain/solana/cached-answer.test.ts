import { expect, test } from "vitest";
import { fakeClock, HOUR_MS } from "@/lib/kernel/clock";
import { CachedAnswer } from "@/lib/chain/solana/connection";

test("an answer is kept for its time, and not for an hour longer because the clock was set back", async () => {
  const clock = fakeClock("2026-11-24T00:00:00Z");
  let asked = 0;
  const cached = new CachedAnswer(() => Promise.resolve(++asked), 2_000, clock);
  expect([await cached.get(), await cached.get()]).toEqual([1, 1]);
  clock.advanceMs(1_999);
  expect(await cached.get()).toBe(1);
  clock.advanceMs(1);
  expect(await cached.get()).toBe(2);
  clock.advanceMs(-HOUR_MS);
  expect([await cached.get(), await cached.get()]).toEqual([3, 3]);
});
