import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { HOSTILE_FIXTURE, TEST_IMAGES } from "../testing/attacks";
import { whyNoGvisor } from "../testing/find-gvisor";
import { jobOf, textFile } from "../testing/jobs";
import { runApart } from "../testing/run-apart";
import { GvisorRunner } from "@/lib/running/gvisor/runner";

const here = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, file));

/** Begins a run that does not end, tells of its processes, and dies as one that the machine kills. */
const PROGRAM = `
  import fs from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  import { GvisorRunner } from ${here("runner.ts")};
  import { listProcessTree } from ${here("../sandbox/process-tree.ts")};
  import { whyNoGvisor } from "../testing/find-gvisor";
import { jobOf, textFile } from ${here("../testing/jobs.ts")};
  const runner = new GvisorRunner({ imageDirectory: ${JSON.stringify(TEST_IMAGES)} });
  await runner.probe();
  const job = jobOf("bash", [textFile("main.sh", "while :; do /usr/bin/sleep 1; done")], { timeoutMs: 300_000 });
  void runner.run(job);
  const commandOf = (pid) => fs.readFileSync("/proc/" + pid + "/cmdline", "utf8");
  let pids = [];
  for (; !pids.some((pid) => commandOf(pid).startsWith("runsc-sandbox")); await sleep(50))
    pids = listProcessTree(process.pid).slice(1);
  await sleep(500);
  fs.writeSync(1, JSON.stringify({ pids: listProcessTree(process.pid).slice(1) }));
  process.kill(process.pid, "SIGKILL");
`;

const missing = whyNoGvisor();
if (missing === null) {
  describe("gVisor on a machine in trouble", () => {
    it("refuses one run when its files were cleared away, and is whole again", async () => {
      const cleared = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-cleared-"));
      fs.chmodSync(cleared, 0o755);
      vi.stubEnv("TMPDIR", cleared);
      const runner = new GvisorRunner({ imageDirectory: TEST_IMAGES });
      const job = jobOf("bash", [textFile("main.sh", "echo {}")]);
      expect(await runner.run(job)).toMatchObject({ exitCode: 0 });
      for (const name of fs.readdirSync(cleared)) fs.rmSync(path.join(cleared, name), { recursive: true });
      await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
      expect(await runner.run(job)).toMatchObject({ exitCode: 0 });
      await runner.close();
      vi.unstubAllEnvs();
      fs.rmSync(cleared, { recursive: true });
    });

    it("leaves nothing running when the process that runs it is killed", async () => {
      const { pids } = await runApart<{ pids: number[] }>(PROGRAM, {
        asNobody: false,
        file: HOSTILE_FIXTURE,
      });
      expect(pids.length).toBeGreaterThan(1);
      const alive = () => pids.filter((pid) => fs.existsSync(`/proc/${pid}/exe`));
      await expect.poll(alive, { timeout: 10_000 }).toEqual([]);
    });
  });
} else {
  it(`NOT TESTED HERE: gVisor on a machine in trouble (${missing})`, () =>
    expect(whyNoGvisor()).toBe(missing));
}
