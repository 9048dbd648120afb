import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { QueuedRunner } from "../queued-runner";
import type { RunJob, SkillRunner } from "../skill-runner";
import { attackOn, TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { BubblewrapRunner } from "./runner";

/** In the long form: `SOAK_CALLS=1000 npx vitest run lib/running/bubblewrap/afterwards.test.ts`. */
const CALLS = Number(process.env["SOAK_CALLS"] ?? 45);
const AT_ONCE = 3;
const MINUTES_PER_CALL = 1 / 30;
/** What a collector may leave for later, not a leak of a thousand calls. */
const GROWTH_MEBIBYTES = 48;

const ATTACKS: readonly [string, Record<string, unknown>, Partial<RunJob>?][] = [
  ["forks", {}],
  ["endless", {}, { timeoutMs: 1_500 }],
  ["flood", { fd: 1 }],
  ["flood", { fd: 2 }],
  ["daemon", { holds_output: true }],
  ["daemon", { holds_output: false }],
  ["ignore_signals", {}, { timeoutMs: 1_500 }],
  ["many_inodes", {}],
  ["memory", {}],
  ["syscalls", {}],
  ["descriptors", {}],
  ["threads", {}],
  ["big_file", { places: ["/tmp/big"] }],
  ["many_descriptors", {}],
  ["files", { paths: ["/etc/passwd"] }],
];

describe("the machine afterwards", () => {
  it(
    `answers ${CALLS} mixed hostile calls, three at a time, and keeps no process, descriptor, file or memory of them`,
    { timeout: Math.max(60_000, CALLS * MINUTES_PER_CALL * 60_000) },
    async () => {
      await soak(AT_ONCE * 3); // What is loaded once is not a leak.
      const before = await holdings();
      expect(await soak(CALLS)).toBe(CALLS);
      const after = await holdings();
      expect(after.children).toEqual(before.children);
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
      expect(after.files).toEqual(before.files);
      expect(after.mebibytes - before.mebibytes).toBeLessThan(GROWTH_MEBIBYTES);
    },
  );

  it("keeps nothing when a runner is closed, and ends what it runs", async () => {
    const closing = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
    const job = jobOf("bash", [textFile("loop.sh", "while :; do :; done")], { timeoutMs: 60_000 });
    await closing.probe();
    const running = closing.run(job);
    const waiting = closing.run(job);
    const results = Promise.allSettled([running, waiting]);
    setTimeout(() => void closing.close(), 100);
    for (const result of await results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "RUNNER_UNAVAILABLE" } });
    }
  });
});

/** Runs the attacks in turn with a runner of its own; returns how many were answered. */
async function soak(calls: number): Promise<number> {
  const runner = new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES });
  let [next, answered] = [0, 0];
  const work = async () => {
    while (next < calls) if (await isAnswered(runner, next++)) answered++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await runner.close();
  return answered;
}

async function isAnswered(runner: SkillRunner, call: number): Promise<boolean> {
  const [name = "", options, job] = ATTACKS[call % ATTACKS.length] ?? [];
  const { exitCode, killedBy } = await attackOn(runner, name, options, job);
  return exitCode !== null || killedBy !== null;
}

async function holdings() {
  await sleep(1_000); // What has ended is taken off the books a moment later.
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  return {
    children: children.split(" ").filter(Boolean),
    descriptors: fs.readdirSync("/proc/self/fd").length,
    files: fs.readdirSync("/tmp").filter((name) => name.startsWith(`emporion-runner-${process.pid}-`)),
    mebibytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}
