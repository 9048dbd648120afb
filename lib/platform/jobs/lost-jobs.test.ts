import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { enqueue } from "@/lib/platform/jobs/queue";
import { takeJobs } from "@/lib/platform/jobs/repository";
import { workJobs } from "@/lib/platform/jobs/work";
import { logger } from "@/lib/kernel/observability/logger";
import { testDatabase } from "@/lib/testing/database";

// What is left of jobs whose worker is no more, and what it counts for.
const database = testDatabase();
const quiet = logger.level;
const LONG_AGO = new Date("2026-01-01T00:00:00Z");
const LONG_MS = 24 * 60 * 60_000;
/** As often a worker looks for such jobs. */
const LOOKS_FOR_LOST_MS = 1_000;

beforeEach(async () => {
  logger.level = "silent";
  await database().job.deleteMany();
});
afterEach(() => {
  logger.level = quiet;
});

const add = (versionId: string) =>
  enqueue(database(), { kind: "replay_examples", payload: { versionId }, runAt: LONG_AGO });
const addLost = () =>
  database().job.create({
    data: {
      id: "job_lost",
      kind: "replay_examples",
      payload: { versionId: "ver_lost" },
      runAt: LONG_AGO,
      lockedUntil: LONG_AGO,
      attempts: 1,
    },
  });
/** A worker takes them and dies. */
const takeAndDie = (limit: number) =>
  takeJobs(database(), { kinds: ["replay_examples"], limit, now: new Date(), leaseMs: -LONG_MS });
/**
 * A clock that can be put forward, and tells of a worker that it looks at the queue again, which it does with the time
 * of then.
 */
function watchedClock() {
  let [aheadMs, looks] = [0, 0];
  const now = () => {
    looks += 1;
    return new Date(Date.now() + aheadMs);
  };
  const nextLook = async () => {
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before);
  };
  return { now, nextLook, advanceMs: (ms: number) => void (aheadMs += ms) };
}
const attemptsOf = async () =>
  (await database().job.findMany({ orderBy: { id: "asc" } })).map(({ attempts }) => attempts);

test("a job whose worker died runs alone, so that of several only the one that ends workers is to blame", async () => {
  for (const versionId of ["ver_1", "ver_2", "ver_3"]) await add(versionId);
  await takeAndDie(3);
  for (const versionId of ["ver_4", "ver_5"]) await add(versionId);
  const [underWay, beside] = [new Set<string>(), new Map<string, number>()];
  const run: JobHandlers["replay_examples"] = async ({ versionId }) => {
    underWay.add(versionId);
    await sleep(50);
    beside.set(versionId, underWay.size - 1);
    underWay.delete(versionId);
  };
  const stop = new AbortController();
  const done = workJobs({ handlers: { replay_examples: run }, signal: stop.signal, pollMs: 10 });
  await expect.poll(() => beside.size).toBe(5);
  stop.abort();
  await done;
  expect([...beside].slice(0, 3)).toEqual([
    ["ver_1", 0],
    ["ver_2", 0],
    ["ver_3", 0],
  ]);
  expect(await attemptsOf()).toEqual([11, 11, 11, 1, 1]);
});

test("it waits until what runs already has ended, and nothing is added meanwhile", async () => {
  await add("ver_slow");
  const order: string[] = [];
  let end = () => {};
  const run: JobHandlers["replay_examples"] = async ({ versionId }) => {
    order.push(`${versionId} begins`);
    if (versionId === "ver_slow") await new Promise<void>((resolve) => (end = resolve));
    order.push(`${versionId} ends`);
  };
  const [stop, clock] = [new AbortController(), watchedClock()];
  const done = workJobs({ handlers: { replay_examples: run }, signal: stop.signal, pollMs: 10, clock });
  await expect.poll(() => order).toHaveLength(1);
  await addLost();
  clock.advanceMs(LOOKS_FOR_LOST_MS);
  await clock.nextLook();
  await add("ver_new");
  await clock.nextLook();
  end();
  await expect.poll(() => order).toHaveLength(6);
  stop.abort();
  await done;
  expect(order.slice(0, 4)).toEqual(["ver_slow begins", "ver_slow ends", "ver_lost begins", "ver_lost ends"]);
});

test("a lost job that another worker has taken keeps nobody any longer, whatever still runs", async () => {
  await add("ver_slow");
  const begun: string[] = [];
  let end = () => {};
  const handlers: JobHandlers = {
    replay_examples: ({ versionId }) => {
      begun.push(versionId);
      return versionId === "ver_slow" ? new Promise<void>((resolve) => (end = resolve)) : Promise.resolve();
    },
  };
  const [stop, clock] = [new AbortController(), watchedClock()];
  const done = workJobs({ handlers, signal: stop.signal, pollMs: 10, clock });
  await expect.poll(() => begun).toEqual(["ver_slow"]);
  await addLost();
  clock.advanceMs(LOOKS_FOR_LOST_MS);
  await clock.nextLook();
  await takeJobs(database(), {
    kinds: ["replay_examples"],
    limit: 1,
    now: new Date(),
    leaseMs: 600_000,
    lost: true,
  });
  await add("ver_new");
  await expect.poll(() => begun).toEqual(["ver_slow", "ver_new"]);
  end();
  stop.abort();
  await done;
});

test("a worker that was told to stop and ended before its jobs did takes one try from them, however often", async () => {
  await add("ver_1");
  const ends: (() => void)[] = [];
  const handlers: JobHandlers = { replay_examples: () => new Promise((resolve) => void ends.push(resolve)) };
  for (let stops = 1; stops <= 3; stops++) {
    const stop = new AbortController();
    const done = workJobs({ handlers, signal: stop.signal, pollMs: 10, graceMs: 20 });
    await expect.poll(() => attemptsOf()).toEqual([stops]);
    stop.abort();
    await done;
    await database().job.updateMany({ data: { lockedUntil: LONG_AGO } });
  }
  for (let deaths = 0; deaths < 2; deaths++) await takeAndDie(1); // of these the first was not told
  expect(await attemptsOf()).toEqual([14]);
  for (const end of ends) end();
  await sleep(200); // they write that down before the database of the tests is closed
});
