import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fakeClock, HOUR_MS } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { drainJobs, workJobs, type WorkOptions } from "@/lib/platform/jobs/work";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { enqueue } from "@/lib/platform/jobs/queue";
import { takeJobs } from "@/lib/platform/jobs/repository";
import { LEASE_MS, MAX_SCHEDULED_ATTEMPTS, armSchedules } from "@/lib/platform/jobs/run-job";
import { passLeases } from "@/lib/platform/jobs/testing/pass-leases";
import { purgeAged } from "@/lib/db/purge-rows";
import { logger } from "@/lib/kernel/observability/logger";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const workers: { stop: AbortController; done: Promise<void> }[] = [];
const quiet = logger.level;

beforeEach(async () => {
  logger.level = "silent";
  await database().job.deleteMany();
});
afterEach(async () => {
  logger.level = quiet;
  for (const { stop } of workers) stop.abort();
  await Promise.all(workers.splice(0).map(({ done }) => done));
});

function startWorker(handlers: JobHandlers, options: Partial<WorkOptions> = {}) {
  const stop = new AbortController();
  const done = workJobs({ handlers, signal: stop.signal, pollMs: 10, ...options });
  workers.push({ stop, done });
  return { stop, done };
}

const addReplay = (versionId: string, options: { dedupeKey?: string; runAt?: Date } = {}) =>
  enqueue(database(), { kind: "replay_examples", payload: { versionId }, ...options });
const untilNoneWaits = () =>
  expect.poll(() => database().job.count({ where: { doneAt: null, failedAt: null } })).toBe(0);
const untilOneIsTaken = () => expect.poll(() => database().job.count({ where: { attempts: 1 } })).toBe(1);

test("two workers never run one job twice", async () => {
  const runs: string[] = [];
  const handlers: JobHandlers = {
    async replay_examples({ versionId }) {
      runs.push(versionId);
      await sleep(2);
    },
  };
  const ids = Array.from({ length: 100 }, (_, i) => `ver_${i}`);
  await Promise.all(ids.map((id) => addReplay(id)));
  startWorker(handlers);
  startWorker(handlers);
  await untilNoneWaits();
  expect([...runs].sort()).toEqual([...ids].sort());
});

test("the job of a crashed worker runs again when its lease is over, and not before", async () => {
  const clock = fakeClock("2026-01-01T00:00:00Z");
  await addReplay("ver_1", { runAt: clock.now() });
  const wanted = { kinds: ["replay_examples"], limit: 5, now: clock.now(), leaseMs: LEASE_MS };
  const taken = await takeJobs(database(), wanted);
  expect(taken).toHaveLength(1);

  let runs = 0;
  const handlers: JobHandlers = { replay_examples: async () => void runs++ };
  clock.advanceMs(LEASE_MS + 1); // no clock but that of the database ends it
  expect(await drainJobs(handlers, clock)).toBe(0);
  await passLeases(LEASE_MS + 1);
  expect(await drainJobs(handlers, clock)).toBe(1);
  expect(runs).toBe(1);
});

test.each([-HOUR_MS, HOUR_MS])(
  "a worker whose clock is %d ms apart takes no job that another has, and waits for none that is free",
  async (apartMs) => {
    const clock = { now: () => new Date(Date.now() + apartMs) };
    const wanted = { kinds: ["replay_examples"], limit: 1, leaseMs: LEASE_MS };
    await addReplay("ver_1", { runAt: new Date(0) });
    await takeJobs(database(), { ...wanted, now: new Date() });
    expect(await takeJobs(database(), { ...wanted, now: clock.now() })).toEqual([]);
    await passLeases(LEASE_MS + 1);
    expect(await takeJobs(database(), { ...wanted, now: clock.now() })).toHaveLength(1);
    await passLeases(LEASE_MS + 15_001);
    expect(await takeJobs(database(), { ...wanted, now: new Date() })).toHaveLength(1);
  },
);

test("a worker does not take what it runs itself a second time, whatever has become of the lease", async () => {
  let runs = 0;
  let end = () => {};
  const handlers: JobHandlers = {
    refresh_statistics: () => {
      runs++;
      return new Promise((resolve) => (end = resolve));
    },
    replay_examples: async () => {},
  };
  startWorker(handlers, { schedules: [{ kind: "refresh_statistics", everyMs: HOUR_MS }] });
  await expect.poll(() => runs).toBe(1);
  await passLeases(HOUR_MS);
  await addReplay("ver_1"); // so that the queue has been looked at since
  await expect.poll(() => database().job.count({ where: { kind: "replay_examples", doneAt: null } })).toBe(0);
  expect(runs).toBe(1);
  end();
});

test("a worker that lost its lease cannot mark the job of its successor", async () => {
  const clock = fakeClock("2026-01-01T00:00:00Z");
  await addReplay("ver_1", { runAt: clock.now() });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow = drainJobs({ replay_examples: () => released }, clock);
  await untilOneIsTaken();
  await passLeases(LEASE_MS + 1);
  await expect(
    drainJobs({ replay_examples: () => Promise.reject(new Error("second")) }, clock),
  ).resolves.toBe(1);
  release();
  await slow;
  const job = await database().job.findFirstOrThrow();
  expect([job.doneAt, job.attempts, job.lastError]).toEqual([null, 11, "Error: second"]);
});

test("a second job with the same key is not added while the first waits, and is added once it runs", async () => {
  await addReplay("ver_1", { dedupeKey: "replay:ver_1" });
  await addReplay("ver_1", { dedupeKey: "replay:ver_1" });
  expect(await database().job.count()).toBe(1);
  await drainJobs({
    replay_examples: () => addReplay("ver_1", { dedupeKey: "replay:ver_1", runAt: new Date("2099-01-01") }),
  });
  expect(await database().job.count({ where: { doneAt: null } })).toBe(1);
});

test("what waits for the same work is not begun before the change that asks for it again can be seen", async () => {
  await addReplay("ver_1", { dedupeKey: "replay:ver_1" });
  const runs: string[] = [];
  const handlers: JobHandlers = {
    async replay_examples({ versionId }) {
      runs.push(versionId);
    },
  };
  await inTransaction(async (tx) => {
    await enqueue(tx, {
      kind: "replay_examples",
      payload: { versionId: "ver_1" },
      dedupeKey: "replay:ver_1",
    });
    await drainJobs(handlers);
    expect(runs).toEqual([]);
  });
  await drainJobs(handlers);
  expect(runs).toEqual(["ver_1"]);
});

test("a job added in a transaction that fails never exists", async () => {
  await inTransaction(async (tx) => {
    await enqueue(tx, { kind: "replay_examples", payload: { versionId: "ver_1" } });
    throw new Error("stop");
  }).catch(() => {});
  expect(await database().job.count()).toBe(0);
});

test("a job is not run before its time", async () => {
  await addReplay("ver_1", { runAt: new Date(Date.now() + 60_000) });
  expect(await drainJobs({ replay_examples: async () => {} })).toBe(0);
});

test("the lease of a long job is renewed, so nobody else takes it", async () => {
  const leaseMs = 2_000;
  let runs = 0;
  let end = () => {};
  const handlers: JobHandlers = {
    replay_examples: () => {
      runs++;
      return new Promise((resolve) => (end = resolve));
    },
  };
  await addReplay("ver_1");
  startWorker(handlers, { leaseMs });
  startWorker(handlers, { leaseMs });
  await expect.poll(() => runs).toBe(1);
  const leasedUntil = async () => (await database().job.findFirstOrThrow()).lockedUntil?.getTime() ?? 0;
  for (let renewals = 0; renewals < 3; renewals++) {
    const before = await leasedUntil();
    await expect.poll(leasedUntil, { timeout: leaseMs }).toBeGreaterThan(before);
  }
  expect(await drainJobs(handlers)).toBe(0);
  end();
  await untilNoneWaits();
  expect(runs).toBe(1);
});

test("a stopped worker ends what it runs and takes nothing new", async () => {
  const finished: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { stop, done } = startWorker(
    {
      async replay_examples({ versionId }) {
        await ended;
        finished.push(versionId);
      },
    },
    { concurrency: 1 },
  );
  await addReplay("ver_1", { runAt: new Date(0) });
  await addReplay("ver_2");
  await untilOneIsTaken();
  stop.abort();
  end();
  await done;
  expect(finished).toEqual(["ver_1"]);
  expect(await database().job.count({ where: { attempts: 0 } })).toBe(1);
});

describe("a schedule", () => {
  const schedules = [{ kind: "refresh_statistics", everyMs: HOUR_MS }] as const;

  test("runs once in a period, however many workers there are, and waits for the next one", async () => {
    const clock = fakeClock("2026-01-01T00:20:00Z");
    let runs = 0;
    const handlers: JobHandlers = { refresh_statistics: async () => void runs++ };
    for (let i = 0; i < 4; i++) startWorker(handlers, { schedules, clock });
    const rows = () => database().job.findMany({ select: { runAt: true, attempts: true, doneAt: true } });
    const next = { runAt: new Date("2026-01-01T01:00:00Z"), attempts: 0, doneAt: null };
    await expect.poll(rows).toEqual([next]);
    await sleep(100);
    expect([runs, await rows()]).toEqual([1, [next]]);
  });

  test("goes on after a run that failed for good, and after its row was ended by hand", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    await armSchedules(database(), schedules, clock.now());
    await database().job.updateMany({ data: { attempts: MAX_SCHEDULED_ATTEMPTS - 1 } });
    await drainJobs({ refresh_statistics: () => Promise.reject(new Error("poison")) }, clock);
    expect(await database().job.findFirstOrThrow()).toMatchObject({
      failedAt: null,
      attempts: 0,
      lastError: "Error: poison",
    });

    await database().job.updateMany({ data: { doneAt: clock.now() } });
    await armSchedules(database(), schedules, clock.now());
    expect(await drainJobs({ refresh_statistics: async () => {} }, clock)).toBe(1);
    expect(await database().job.count({ where: { doneAt: null } })).toBe(1);
  });
});

test("what a clock that went ahead has put off is not waited for once it is right again", async () => {
  let offsetMs = 3 * 3_600_000;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  let runs = 0;
  const handlers: JobHandlers = { refresh_statistics: async () => void runs++ };
  startWorker(handlers, { clock, schedules: [{ kind: "refresh_statistics", everyMs: 3_600_000 }] });
  await expect.poll(() => runs).toBe(1);
  offsetMs = 0;
  await expect.poll(() => runs).toBe(2);
});

test("nor are other jobs, and leases of workers that have died since", async () => {
  const ahead = new Date(Date.now() + 3 * HOUR_MS);
  await addReplay("ver_waits", { runAt: ahead });
  await addReplay("ver_paused", { runAt: new Date(Date.now() + 15 * 60_000) });
  await addReplay("ver_leased", { runAt: new Date(0) });
  await database().job.updateMany({
    where: { runAt: new Date(0) },
    data: { lockedUntil: ahead, attempts: 1 },
  });
  const run = async ({ versionId }: { versionId: string }) => void runs.push(versionId);
  const runs: string[] = [];
  startWorker({ replay_examples: run }, { leaseMs: 300 });
  await expect.poll(() => [...runs].sort()).toEqual(["ver_leased", "ver_waits"]);
});

test("old done jobs are cleared, failed and waiting ones are kept", async () => {
  const longAgo = new Date("2020-01-01");
  await database().job.createMany({
    data: [
      { id: "job_done", kind: "x", payload: {}, doneAt: longAgo },
      { id: "job_failed", kind: "x", payload: {}, failedAt: longAgo },
      { id: "job_waiting", kind: "x", payload: {}, runAt: longAgo },
    ],
  });
  expect(await purgeAged("Jobs", new Date())).toBe(1);
  expect((await database().job.findMany({ orderBy: { id: "asc" } })).map((job) => job.id)).toEqual([
    "job_failed",
    "job_waiting",
  ]);
});
