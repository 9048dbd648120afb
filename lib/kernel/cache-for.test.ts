import { expect, test } from "vitest";
import { cacheFor } from "@/lib/kernel/memoize";

const start = new Date("2026-11-22T10:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

function counting({ most = 10 } = {}) {
  let asked = 0;
  const answer = cacheFor<number>({ cacheMs: 4_000, most, worthCaching: (n) => n >= 1_000 });
  const ask = (key: string, now: Date, found: number) =>
    answer(key, now, async () => {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return found;
    });
  return { ask, times: () => asked };
}

test("a crowd that asks the same at once costs one answer, also a small one, which is not kept", async () => {
  const { ask, times } = counting();
  expect(await Promise.all([ask("a", start, 1), ask("a", start, 2), ask("b", start, 3)])).toEqual([1, 1, 3]);
  expect(await ask("a", start, 4)).toBe(4);
  expect(times()).toBe(3);
});

test("a large answer is kept for its time, and of too many the oldest goes", async () => {
  const { ask } = counting({ most: 1 });
  expect(await ask("a", start, 1_000)).toBe(1_000);
  expect(await ask("a", after(3_999), 2_000)).toBe(1_000);
  expect(await ask("a", after(4_000), 2_000)).toBe(2_000);
  await ask("b", after(4_000), 5_000);
  expect(await ask("a", after(4_001), 3_000)).toBe(3_000);
});

test("a failure is told to those who waited and kept for nobody", async () => {
  const answer = cacheFor<number>({ cacheMs: 4_000, most: 1, worthCaching: () => true });
  const fail = () => Promise.reject(new Error("gone"));
  const both = await Promise.allSettled([answer("a", start, fail), answer("a", start, fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await answer("a", start, () => Promise.resolve(1))).toBe(1);
});

test("an answer from before the clock was set back is not kept until the clock is there again", async () => {
  const { ask } = counting();
  expect(await ask("a", after(3_600_000), 1_000)).toBe(1_000);
  expect(await ask("a", start, 2_000)).toBe(2_000);
});
