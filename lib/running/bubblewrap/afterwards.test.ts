import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isDomainError } from "@/lib/errors";
import { QueuedRunner } from "../queued-runner";
import type { RunJob, SkillRunner } from "../skill-runner";
import { attackOn, TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { BubblewrapRunner } from "./runner";

/** In the long form: `SOAK_CALLS=1000 npx vitest run lib/running/bubblewrap/afterwards.test.ts`. */
const FEW_CALLS = 45;
const CALLS = Number(process.env["SOAK_CALLS"] ?? FEW_CALLS);
const AT_ONCE = 3;
const MINUTES_PER_CALL = 1 / 30;
/** On a machine with far more work than cores a sandbox may not start in the time its skill has. */
const REFUSED_SHARE = 0.05;
/** What a collector may leave for later, not a leak of a thousand calls. */
const GROWTH_MEBIBYTES = 48;

const ATTACKS: readonly [string, Record<string, unknown>, Partial<RunJob>?][] = [
  ["forks", {}],
  ["endless", {}, { timeoutMs: 3_000 }],
  ["flood", { fd: 1 }],
  ["flood", { fd: 2 }],
  ["daemon", { holds_output: true }],
  ["daemon", { holds_output: false }],
  ["ignore_signals", {}, { timeoutMs: 3_000 }],
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
      const startedAt = performance.now();
      const { ended, refused } = await soak(CALLS);
      const seconds = (performance.now() - startedAt) / 1_000;
      const figures = { seconds, ended, refused, before, after: await holdings() };
      if (CALLS !== FEW_CALLS) process.stdout.write(`${JSON.stringify(figures)}\n`);
      expect(ended + refused).toBe(CALLS);
      expect(refused).toBeLessThanOrEqual(CALLS * REFUSED_SHARE);
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

/** Runs the attacks in turn with a runner of its own; returns how many ended, and how many the runner could not start in time. */
async function soak(calls: number): Promise<{ ended: number; refused: number }> {
  const runner = new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES });
  const answers = { ended: 0, refused: 0 };
  let next = 0;
  const work = async () => {
    while (next < calls) answers[await answerOf(runner, next++)]++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await runner.close();
  return answers;
}

async function answerOf(runner: SkillRunner, call: number): Promise<"ended" | "refused"> {
  const [name = "", options, job] = ATTACKS[call % ATTACKS.length] ?? [];
  try {
    const { exitCode, killedBy } = await attackOn(runner, name, options, job);
    if (exitCode === null && killedBy === null) throw new Error(`${name} ended for no reason`);
    return "ended";
  } catch (error) {
    if (isDomainError(error, "RUNNER_UNAVAILABLE")) return "refused";
    throw error;
  }
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
