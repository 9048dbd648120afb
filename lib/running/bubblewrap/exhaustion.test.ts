import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import { assertProven, attackOn, seenBy, TEST_IMAGES } from "../testing/attacks";
import type { RunJob } from "@/lib/running/runners/skill-runner";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), {
  concurrency: 4,
  maxWaiting: 200,
  maxWaitMs: 60_000,
});
/** As long as what the daemon leaves behind would. */
const LIVES_MS = 120_000;
/** The start of a sandbox counts too, and takes seconds beside other work. */
const ENDED_MS = 10_000;
const seen = (name: string, options?: Record<string, unknown>) => seenBy(runner, name, options);
const attack = (name: string, options?: Record<string, unknown>, job?: Partial<RunJob>) =>
  attackOn(runner, name, options, job);

beforeAll(() => assertProven(runner));
afterAll(() => runner.close());

describe.concurrent("a hostile skill that wants to use the machine up", () => {
  it("starts no more processes and threads than allowed", async () => {
    const [forks, threads] = await Promise.all([seen("forks"), seen("threads")]);
    expect(forks).toEqual({ forks: expect.any(Number) as number, stopped_by: "EAGAIN" });
    expect(forks["forks"]).toBeLessThanOrEqual(32);
    expect(threads["threads"]).toBeLessThanOrEqual(32);
  });

  it.runIf(IS_FULL)("counts processes per sandbox, so that one cannot starve another", async () => {
    const counts = await Promise.all([seen("forks"), seen("forks"), seen("forks")]);
    for (const { forks } of counts) expect(forks).toBeGreaterThan(20);
  });

  it("gets no more memory than one process may have", async () => {
    const { megabytes } = await seen("memory");
    expect(megabytes).toBeGreaterThan(128);
    expect(megabytes).toBeLessThan(256);
  });

  it("gets no memory that would stay when nobody has it mapped", async () => {
    expect(await seen("left_shared_memory")).toEqual({ anonymous: "EPERM", device: "ENODEV", zeros: true });
  });

  it.runIf(IS_FULL)("is ended when page tables or mappings take too much kernel memory", async () => {
    expect((await attack("page_tables")).killedBy).toBe("memory");
    expect((await attack("mappings")).killedBy).toBe("memory");
  });

  it.runIf(IS_FULL)("is ended when it locks very many ranges, and locks none in nobody's name", async () => {
    expect((await attack("file_locks", { command: 6 })).killedBy).toBe("memory");
    expect(await seen("file_locks", { command: 37 })).toEqual({ locks: 0, stopped_by: "EINVAL" });
  });

  it.runIf(IS_FULL)("hides no memory behind a first thread that has ended", async () => {
    expect((await attack("memory_without_first_thread")).killedBy).toBe("memory");
  });

  it.runIf(IS_FULL)("is ended when its processes together take too much memory", async () => {
    expect((await attack("shared_memory_of_many")).killedBy).toBe("memory");
  });

  it.runIf(IS_FULL)("is ended when what waits in its sockets takes too much kernel memory", async () => {
    expect((await attack("socket_buffers")).killedBy).toBe("memory");
  });

  it("is ended at its time limit, whatever it does and ignores", async () => {
    for (const outcome of await Promise.all([
      attack("endless", {}, { timeoutMs: ENDED_MS }),
      attack("ignore_signals", {}, { timeoutMs: ENDED_MS }),
    ])) {
      expect(outcome).toMatchObject({ killedBy: "timeout", exitCode: null });
      expect(outcome.wallMs).toBeGreaterThanOrEqual(ENDED_MS - 10);
      expect(outcome.enforced.timeoutMs).toBe(ENDED_MS);
    }
  });

  it("fills no disk: files and temporary space end at their limit", async () => {
    const written = await seen("big_file", { places: ["/tmp/big"] });
    expect(written["/tmp/big"]).toEqual([expect.any(Number), expect.stringMatching(/EFBIG|ENOSPC/)]);
    expect(written["total"]).toBeLessThanOrEqual(32);
  });

  it.runIf(IS_FULL)("is ended when it makes very many files", async () => {
    expect((await attack("many_inodes")).killedBy).toBe("inodes");
    expect((await attack("inodes_behind_zombie")).killedBy).toBe("inodes");
  });

  it("cannot fill our memory through its output", async () => {
    const [out, err] = await Promise.all([attack("flood", { fd: 1 }), attack("flood", { fd: 2 })]);
    expect(out.killedBy).toBe("stdout_limit");
    expect(Buffer.byteLength(out.stdout)).toBeLessThanOrEqual(1024 * 1024);
    expect(err.killedBy).toBe("stderr_limit");
    expect(err.stderrTail.length).toBeLessThanOrEqual(8 * 1024);
  });

  it("leaves no process behind, and none that holds its output delays the answer", async () => {
    for (const holds_output of [true, false]) {
      const outcome = await attack("daemon", { holds_output }, { timeoutMs: LIVES_MS / 2 });
      expect(JSON.parse(outcome.stdout)).toEqual({ left: true });
      expect(outcome).toMatchObject({ killedBy: null, exitCode: 0 });
    }
  });
});
