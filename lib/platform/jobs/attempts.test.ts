import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { drainJobs } from "@/lib/platform/jobs/work";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { enqueue } from "@/lib/platform/jobs/queue";
import { takeJobs } from "@/lib/platform/jobs/repository";
import { LEASE_MS, MAX_ATTEMPTS } from "@/lib/platform/jobs/run-job";
import { passLeases } from "@/lib/platform/jobs/testing/pass-leases";
import { logger } from "@/lib/kernel/observability/logger";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const quiet = logger.level;
/** Of a job whose workers died. */
const LONGEST_PAUSE_MS = 400_000;

beforeEach(async () => {
  logger.level = "silent";
  await database().job.deleteMany();
});
afterEach(() => {
  logger.level = quiet;
});

const addReplay = (versionId: string, { runAt }: { runAt: Date }) =>
  enqueue(database(), { kind: "replay_examples", payload: { versionId }, runAt });
const failing: JobHandlers = { replay_examples: () => Promise.reject(new Error("poison")) };

test("a job that always fails is tried with growing pauses for half a day and ends among the dead letters", async () => {
  const clock = fakeClock("2026-01-01T00:00:00Z");
  await addReplay("ver_1", { runAt: clock.now() });
  const triedAt: number[] = [];
  for (;;) {
    const { runAt, failedAt } = await database().job.findFirstOrThrow();
    if (failedAt) break;
    clock.advanceMs(runAt.getTime() - clock.now().getTime());
    triedAt.push(clock.now().getTime());
    await drainJobs(failing, clock);
  }
  const pauses = triedAt.slice(1).map((at, i) => (at - triedAt[i]!) / 1000);
  expect(pauses.slice(0, 11)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
  expect(Math.max(...pauses)).toBe(900);
  expect((triedAt.at(-1)! - triedAt[0]!) / 3_600_000).toBeCloseTo(12, 0);
  const job = await database().job.findFirstOrThrow();
  expect([job.attempts, job.lastError]).toEqual([MAX_ATTEMPTS, "Error: poison"]);
});

test.each(["vet_version", "vet_publication", "convert_version", "compare_replays", "send_mail"] as const)(
  "what a %s needs may be away for ten hours",
  async (kind) => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    await database().job.create({ data: { id: "job_waits", kind, payload: {}, runAt: clock.now() } });
    let away = true;
    const run = async () => {
      if (away) throw new Error("connect ECONNREFUSED");
    };
    for (let quarter = 0; quarter < 40; quarter++) {
      await drainJobs({ [kind]: run }, clock);
      clock.advanceMs(15 * 60_000);
    }
    away = false;
    expect(await drainJobs({ [kind]: run }, clock)).toBe(1);
    expect(await database().job.count({ where: { doneAt: null } })).toBe(0);
  },
);

describe("a job that kills its worker each time", () => {
  test.each([
    { deaths: 5, runs: 1, told: [] },
    { deaths: 6, runs: 0, told: ["ver_1"] },
  ])("after $deaths deaths it runs $runs times more", async ({ deaths, runs, told }) => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    await addReplay("ver_1", { runAt: clock.now() });
    for (let death = 0; death < deaths; death++) {
      const kinds = ["replay_examples"];
      await takeJobs(database(), { kinds, limit: 1, now: clock.now(), leaseMs: LEASE_MS });
      await passLeases(LEASE_MS + LONGEST_PAUSE_MS);
    }
    const seen = { runs: 0, told: [] as string[] };
    const run = async () => void seen.runs++;
    const giveUp = async ({ versionId }: { versionId: string }) => void seen.told.push(versionId);
    await drainJobs({ replay_examples: { run, giveUp } }, clock);
    expect(seen).toEqual({ runs, told });
    expect(await database().job.count({ where: { failedAt: { not: null } } })).toBe(told.length);
  });

  test("does not use its tries up in a bad hour of the machine", async () => {
    const kinds = ["replay_examples"];
    await addReplay("ver_1", { runAt: new Date(0) });
    let seconds = 0;
    for (let takes = 0; takes < 7; seconds++) {
      takes += (await takeJobs(database(), { kinds, limit: 1, now: new Date(), leaseMs: LEASE_MS })).length;
      await passLeases(1_000);
    }
    expect(seconds / 60).toBeGreaterThan(10);
  });

  test("waits while what waits for it cannot be told", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    await addReplay("ver_1", { runAt: clock.now() });
    await database().job.updateMany({ data: { attempts: MAX_ATTEMPTS } });
    let away = true;
    const giveUp = async () => {
      if (away) throw new Error("no database");
    };
    const handlers: JobHandlers = { replay_examples: { run: async () => {}, giveUp } };
    await drainJobs(handlers, clock);
    expect(await database().job.count({ where: { failedAt: null } })).toBe(1);
    away = false;
    clock.advanceMs(15 * 60_000);
    await drainJobs(handlers, clock);
    expect(await database().job.count({ where: { failedAt: null } })).toBe(0);
  });
});

test("a worker that ended once takes little from an outage before or after it", async () => {
  const clock = fakeClock("2026-01-01T00:00:00Z");
  await addReplay("ver_1", { runAt: clock.now() });
  await database().job.updateMany({ data: { attempts: 30, lockedUntil: clock.now() } });
  clock.advanceMs(LONGEST_PAUSE_MS);
  await drainJobs(failing, clock);
  expect(await database().job.findFirstOrThrow()).toMatchObject({ attempts: 40, failedAt: null });
});
