import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { waitForFirst } from "@/lib/platform/jobs/work";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("what comes first ends the wait: a promise, or the signal", async () => {
  const stop = new AbortController();
  const never = new Promise<void>(() => {});
  await waitForFirst(stop.signal, [never, Promise.resolve()]);
  await expect(waitForFirst(stop.signal, [never, Promise.reject(new Error("failed"))])).rejects.toThrow(
    "failed",
  );
  const waiting = waitForFirst(stop.signal, [never]);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  stop.abort();
  await waiting;
  await waitForFirst(stop.signal, [never]);
});

test("waiting a hundred thousand times for a signal that never comes holds nothing of them", async () => {
  const TURNS = 100_000;
  const { signal } = new AbortController();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let turn = 0; turn < TURNS; turn++) await waitForFirst(signal, [Promise.resolve()]);
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / TURNS).toBeLessThan(50);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
