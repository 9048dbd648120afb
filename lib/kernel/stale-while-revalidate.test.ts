import { expect, test } from "vitest";
import { staleWhileRevalidate } from "@/lib/kernel/stale-while-revalidate";

const start = new Date("2026-11-22T10:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

function counting({ most = 10 } = {}) {
  let asked = 0;
  const answer = staleWhileRevalidate<number>({ keepMs: 4_000, most, worthKeeping: (n) => n >= 1_000 });
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
  const answer = staleWhileRevalidate<number>({ keepMs: 4_000, most: 1, worthKeeping: () => true });
  const fail = () => Promise.reject(new Error("gone"));
  const both = await Promise.allSettled([answer("a", start, fail), answer("a", start, fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await answer("a", start, () => Promise.resolve(1))).toBe(1);
});

/** Answers are given one by one, when the test lets them. */
function older(
  isGoodEnough: (answer: number, foundAt: Date) => boolean | Promise<boolean>,
  { anewAfterMs = 4_000 } = {},
) {
  const answer = staleWhileRevalidate<number>({
    keepMs: 4_000,
    most: 10,
    worthKeeping: (n) => n >= 1_000,
    older: { upToMs: 60_000, anewAfterMs, isGoodEnough },
  });
  const searches: ((found: number | Error) => void)[] = [];
  const ask = (now: Date) =>
    answer("a", now, () => {
      return new Promise<number>((resolve, reject) => {
        searches.push((found) => (typeof found === "number" ? resolve(found) : reject(found)));
      });
    });
  /** Ends the search under way. */
  async function find(found: number | Error): Promise<void> {
    searches.at(-1)?.(found);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { ask, find, begun: () => searches.length };
}

test("nobody but the first waits: an older answer is given while the same is found anew, once", async () => {
  const { ask, find, begun } = older(() => true);
  const first = ask(start);
  await find(1_000);
  expect(await first).toBe(1_000);
  expect(await Promise.all([ask(after(5_000)), ask(after(5_000)), ask(after(6_000))])).toEqual([
    1_000, 1_000, 1_000,
  ]);
  expect(begun()).toBe(2);
  await find(2_000);
  // As old as when it was asked for.
  expect(await ask(after(8_999))).toBe(2_000);
  expect(begun()).toBe(2);
  expect(await ask(after(9_000))).toBe(2_000);
  expect(begun()).toBe(3);
});

test("an answer that is too old is waited for, and so is one that is not good enough", async () => {
  const seen: [number, Date][] = [];
  let good = true;
  const { ask, find } = older((answer, foundAt) => {
    seen.push([answer, foundAt]);
    return good;
  });
  void ask(start);
  await find(1_000);
  const late = ask(after(60_000));
  await find(2_000);
  expect(await late).toBe(2_000);
  good = false;
  const refused = ask(after(70_000));
  await find(3_000);
  expect(await refused).toBe(3_000);
  expect(seen).toEqual([[2_000, after(60_000)]]);
});

test("what cannot be found anew leaves the older answer until it is too old, and is tried again each time", async () => {
  const { ask, find, begun } = older(() => true);
  void ask(start);
  await find(1_000);
  for (const at of [5_000, 6_000]) {
    expect(await ask(after(at))).toBe(1_000);
    await find(new Error("busy"));
  }
  expect(begun()).toBe(3);
  const late = ask(after(60_001));
  void late.catch(() => {});
  await find(new Error("gone"));
  await expect(late).rejects.toThrow("gone");
});

test("it is not found anew before its time, unless it is not good enough", async () => {
  let good = true;
  const { ask, find, begun } = older(() => good, { anewAfterMs: 15_000 });
  void ask(start);
  await find(1_000);
  expect(await ask(after(14_999))).toBe(1_000);
  expect(begun()).toBe(1);
  expect(await ask(after(15_000))).toBe(1_000);
  expect(begun()).toBe(2);
  await find(2_000);
  good = false;
  const refused = ask(after(20_000));
  await Promise.resolve();
  await find(3_000);
  expect(await refused).toBe(3_000);
});

test("an answer from before the clock was set back is not kept until the clock is there again", async () => {
  const { ask } = counting();
  expect(await ask("a", after(3_600_000), 1_000)).toBe(1_000);
  expect(await ask("a", start, 2_000)).toBe(2_000);
});
