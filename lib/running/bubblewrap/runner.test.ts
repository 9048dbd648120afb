import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import type { RunJob } from "@/lib/running/runners/skill-runner";
import { assertProven, TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile as file } from "../testing/jobs";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), {
  concurrency: 2,
  maxWaiting: 80,
});

beforeAll(() => assertProven(runner));
afterAll(() => runner.close());

describe("a run", () => {
  it("reports what was enforced on it", async () => {
    const outcome = await runner.run(jobOf("bash", [file("main.sh", "echo {}")], { timeoutMs: 10 ** 9 }));
    expect(outcome).toMatchObject({
      runner: expect.stringMatching(/^bubblewrap \d/) as string,
      isolation: "userns",
    });
    expect(outcome.enforced).toMatchObject({
      network: "none",
      seccomp: true,
      imageEnforced: false,
      timeoutMs: 300_000,
    });
    expect(outcome.enforced.hostUid).not.toBe(0);
  });

  it("is ended when its caller leaves, before or during it", async () => {
    const loop = jobOf("bash", [file("main.sh", "while :; do :; done")]);
    const during = await runner.run({ ...loop, signal: AbortSignal.timeout(150) });
    expect(during).toMatchObject({ killedBy: "cancelled", exitCode: null });
    expect(during.wallMs).toBeLessThan(loop.timeoutMs);
    expect(await runner.run({ ...loop, signal: AbortSignal.abort() })).toMatchObject({
      killedBy: "cancelled",
      wallMs: 0,
    });
  });

  it("is refused when the package cannot be started", async () => {
    const run = (job: RunJob) => runner.run(job);
    const bad = { code: "SKILL_NOT_RUNNABLE" };
    await expect(run(jobOf("bash", [file("a.sh", "")], { entryPoint: "b.sh" }))).rejects.toMatchObject(bad);
    for (const place of ["../a", "/etc/a", "a/../../b", "a//b", "a\0b", ""]) {
      await expect(run(jobOf("bash", [file(place, "")]))).rejects.toMatchObject(bad);
    }
    const huge = [file("a.sh", ""), { path: "b", bytes: new Uint8Array(33 * 1024 * 1024) }];
    await expect(run(jobOf("bash", huge))).rejects.toMatchObject(bad);
  });

  it("is refused at once when too many wait", async () => {
    const narrow = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
    await narrow.probe();
    const job = jobOf("bash", [file("main.sh", "sleep 0.2; echo {}")]);
    const results = await Promise.allSettled([narrow.run(job), narrow.run(job), narrow.run(job)]);
    await narrow.close();
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(results[2]).toMatchObject({ reason: { code: "RUNNER_BUSY" } });
  });
});

it("a runner whose files were cleared away refuses one run and is whole again", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-cleared-"));
  fs.chmodSync(directory, 0o755);
  vi.stubEnv("TMPDIR", directory);
  const lasting = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
  const job = jobOf("bash", [file("main.sh", "echo {}")]);
  await lasting.run(job);
  for (const name of fs.readdirSync(directory)) fs.rmSync(path.join(directory, name), { recursive: true });
  await expect(lasting.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  expect(await lasting.run(job)).toMatchObject({ exitCode: 0 });
  await lasting.close();
  vi.unstubAllEnvs();
  expect(fs.readdirSync(directory)).toEqual([]);
  fs.rmdirSync(directory);
});

describe("a machine that cannot make a sandbox", () => {
  it("says what is missing and how to get it, and runs nothing", async () => {
    const none = new BubblewrapRunner({ bwrapPath: "/nowhere/bwrap" });
    const probe = await none.probe();
    expect(probe).toMatchObject({ ok: false, remedy: expect.stringContaining("bubblewrap") as string });
    await expect(none.run(jobOf("bash", [file("main.sh", "echo {}")]))).rejects.toMatchObject({
      code: "RUNNER_UNAVAILABLE",
    });
    await none.close();
  });

  it.each([
    ["refuses namespaces", 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1', /AppArmor/],
    ["is too old", "echo bubblewrap 0.6.1", /0\.8\.0/],
    ["only pretends to isolate", "shift $(($# - $(($# > 3 ? 3 : 0)))); cat > /dev/null; echo {}", /./],
  ])("because its bwrap %s", async (_, script, remedy) => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-bwrap-"));
    fs.chmodSync(directory, 0o755);
    const fake = path.join(directory, "bwrap");
    const version = script.startsWith("echo bubblewrap")
      ? ""
      : 'if [ "$1" = --version ]; then echo bubblewrap 0.8.0; exit; fi\n';
    fs.writeFileSync(fake, `#!/bin/bash\n${version}${script}\n`, { mode: 0o755 });
    const runnerOfIt = new BubblewrapRunner({ bwrapPath: fake });
    const probe = await runnerOfIt.probe();
    await runnerOfIt.close();
    fs.rmSync(directory, { recursive: true });
    expect(probe).toMatchObject({ ok: false, remedy: expect.stringMatching(remedy) as string });
  });
});
