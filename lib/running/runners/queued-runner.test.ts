import { afterEach, describe, expect, it } from "vitest";
import { metrics } from "@/lib/kernel/observability/metrics";
import { FakeRunner } from "./fake-runner";
import { QueuedRunner } from "./queued-runner";
import type { RunJob } from "./skill-runner";

const job: RunJob = {
  packageDigest: "",
  files: [],
  entryPoint: "main.py",
  runtime: "python3",
  stdin: "",
  timeoutMs: 1_000,
};

/** A runner whose runs end when they are told to. */
function heldRunner(options: { concurrency: number; maxWaiting: number }) {
  const ends: (() => void)[] = [];
  const fake = new FakeRunner(() => new Promise((resolve) => ends.push(() => resolve({}))));
  return { runner: new QueuedRunner(fake, options), ends, fake };
}

afterEach(() => metrics.resetMetrics());

describe("a runner behind its queue", () => {
  it("tells its operator what runs, what waits, what ended and what was turned away", async () => {
    const { runner, ends } = heldRunner({ concurrency: 1, maxWaiting: 1 });
    const runs = [runner.run(job), runner.run(job)];
    await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    await expect.poll(() => metrics.metrics()).toContain("emporion_runs_active 1");
    expect(await metrics.metrics()).toContain("emporion_runs_waiting 1");
    expect(await metrics.metrics()).toContain('emporion_runs_refused_total{code="RUNNER_BUSY"} 1');
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await Promise.all(runs);
    const text = await metrics.metrics();
    expect(text).toContain("emporion_runs_active 0");
    expect(text).toContain('emporion_runs_total{runtime="python3",ended_by="success"} 2');
    expect(text).toContain('emporion_run_seconds_count{runtime="python3",start="cold"} 2');
  });

  it("when it is closed lets what runs end, and refuses at once what waits and what comes", async () => {
    const { runner, ends } = heldRunner({ concurrency: 1, maxWaiting: 1 });
    const running = runner.run(job);
    const waiting = runner.run(job);
    const closing = runner.close({ graceMs: 5_000 });
    await expect(waiting).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    ends[0]?.();
    expect(await running).toMatchObject({ exitCode: 0 });
    await closing;
  });

  it("hands a job whose caller left the queue on as cancelled", async () => {
    const { runner, ends, fake } = heldRunner({ concurrency: 1, maxWaiting: 1 });
    const running = runner.run(job);
    const waiting = runner.run({ ...job, signal: AbortSignal.timeout(10) });
    await expect.poll(() => fake.jobs.length).toBe(2);
    expect(fake.jobs[1]?.signal?.aborted).toBe(true);
    for (const end of ends) end();
    await Promise.all([running, waiting]);
  });
});
