import { afterEach, describe, expect, it, vi } from "vitest";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { metrics } from "@/lib/kernel/observability/metrics";
import { FakeRunner } from "@/lib/running/testing/fake-runner";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import type { RunJob } from "@/lib/running/runners/skill-runner";

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
    await expect.poll(() => ends.length).toBe(1);
    const waiting = runner.run(job);
    const closing = runner.close({ graceMs: 5_000 });
    await expect(waiting).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    ends[0]?.();
    expect(await running).toMatchObject({ exitCode: 0 });
    await closing;
  });

  it("begins a paid run again that ended for others, a free one is told to come again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const stopped: string[] = [];
    const endless = new FakeRunner(
      ({ packageDigest, signal }) =>
        new Promise((resolve) => {
          const end = () => (stopped.push(packageDigest), resolve({ killedBy: "cancelled" }));
          if (packageDigest.startsWith("quick")) resolve({});
          else signal?.addEventListener("abort", end);
        }),
    );
    const runner = new QueuedRunner(endless, { concurrency: 1, maxWaiting: 9 });
    const of = (name: string, paid: boolean) => ({ ...job, packageDigest: name, caller: [name], paid });
    const free = runner.run(of("free", false)).catch((error: unknown) => error);
    const leave = new AbortController();
    const long = runner.run({ ...of("long", true), signal: leave.signal });
    await vi.advanceTimersByTimeAsync(2_001);
    expect(stopped).toEqual(["free"]);
    expect(await free).toMatchObject({ code: "RUNNER_BUSY", details: { retryAfterSeconds: 30 } });
    const quick = runner.run(of("quick", true));
    await vi.advanceTimersByTimeAsync(2_001);
    expect(stopped).toEqual(["free", "long"]);
    expect(await quick).toMatchObject({ exitCode: 0 });
    const quickToo = runner.run(of("quick too", true));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(endless.jobs.map(({ packageDigest }) => packageDigest)).toEqual(["free", "long", "quick", "long"]);
    leave.abort();
    expect(await long).toMatchObject({ killedBy: "cancelled" });
    expect(await quickToo).toMatchObject({ exitCode: 0 });
    vi.useRealTimers();
  });

  it("counts what a request asks for as its network's, though it names no caller; the market's own work takes what is there", async () => {
    const { runner, ends } = heldRunner({ concurrency: 3, maxWaiting: 9 });
    const runs = [1, 2].map(() => askedBy("198.51.100.1", () => runner.run(job)));
    await expect.poll(() => ends.length).toBe(1);
    runs.push(runner.run(job), runner.run(job));
    await expect.poll(() => ends.length).toBe(3);
    for (const end of ends) end();
    await expect.poll(() => ends.length).toBe(4);
    ends[3]?.();
    await Promise.all(runs);
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
