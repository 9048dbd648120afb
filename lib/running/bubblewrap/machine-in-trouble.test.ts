import path from "node:path";
import { describe, expect, it } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { HOSTILE_FIXTURE } from "../testing/attacks";
import { runApart } from "../testing/run-apart";

const here = (file: string) => JSON.stringify(path.resolve(import.meta.dirname, file));
const PRLIMIT = "/usr/bin/prlimit";

/** A process of its own, whose limits and descriptors are its own. */
const inTrouble = <T>(program: string) =>
  runApart<T>(
    `
    import { execFileSync } from "node:child_process";
    import fs from "node:fs";
    import os from "node:os";
    import path from "node:path";
    import { setTimeout as sleep } from "node:timers/promises";
    import { BubblewrapRunner } from ${here("runner.ts")};
    import { jobOf, textFile } from ${here("../testing/jobs.ts")};
    const place = process.env["TMPDIR"] = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-trouble-"));
    fs.chmodSync(place, 0o777);
    const job = jobOf("bash", [textFile("main.sh", "echo {}")]);
    const limit = (what) => execFileSync("${PRLIMIT}", ["--pid", String(process.pid), what]);
    const openFiles = () => fs.readdirSync("/proc/self/fd").length;
    const tell = async (told) => {
      process.stdout.write(JSON.stringify(told));
      await runner.close();
      fs.rmSync(place, { recursive: true });
    };
    ${program}`,
    { asNobody: false, file: HOSTILE_FIXTURE },
  );

/**
 * Lets as many sandboxes start as it is asked to, and fails after that. One that starts while there is a file `slow`
 * makes a file `caught` and fails once there is no file `held`.
 */
const failingBwrap = `
    const file = (name) => path.join(place, name);
    const count = file("count"), versions = file("versions"), bwrapPath = file("bwrap");
    for (const open of [count, versions]) {
      fs.writeFileSync(open, "");
      fs.chmodSync(open, 0o666);
    }
    fs.writeFileSync(bwrapPath, [
      "#!/bin/bash", "cd " + place, "printf x >> count", "[[ $1 == --version ]] && printf x >> versions",
      "if [[ -e slow && $1 != --version ]]; then",
      "  : > caught; while [[ -e held ]]; do /usr/bin/sleep 0.05; done; exit 1",
      "fi",
      "[[ $(/usr/bin/stat -c %s count) -gt $(<most) ]] && exit 1",
      'cd /; exec /usr/bin/bwrap "$@"',
    ].join("\\n"), { mode: 0o755 });
    const allow = (most) => fs.writeFileSync(file("most"), String(most));
    const started = () => fs.statSync(count).size;
    /** How often bubblewrap was looked at anew. */
    const looked = () => fs.statSync(versions).size;
    const runner = new BubblewrapRunner({ warm: 1, bwrapPath });`;

/** Its version and a self-test of each language. */
const TO_PROVE = 4;

describe("bubblewrap on a machine in trouble", () => {
  it.runIf(IS_FULL)("keeps no descriptor of sandboxes that do not start ahead of need", async () => {
    const { before, after } = await inTrouble<{ before: number; after: number }>(`${failingBwrap}
      allow(${TO_PROVE});
      // What was started ahead of need for the probe before must have been tried, or its tries are counted for this one.
      const settled = async () => {
        for (let before = -1; before !== started(); await sleep(500)) before = started();
      };
      const probed = async () => {
        const tries = started() + 2;
        await runner.probe();
        while (started() < tries) await sleep(10);
        await settled();
      };
      await probed();
      await probed();
      const before = openFiles();
      for (let again = 0; again < 10; again++) await probed();
      await tell({ before, after: openFiles() });`);
    expect(after).toBeLessThanOrEqual(before + 1);
  });

  it.runIf(IS_FULL)("keeps no descriptor of starts for which there were too few", async () => {
    const seen = await inTrouble<{ kept: number[]; refused: number; exitCode: number }>(`
      const runner = new BubblewrapRunner();
      await runner.run(job);
      await runner.run(job);
      limit("--nofile=200:");
      const kept = [];
      let refused = 0;
      for (let free = 0; free < 12; free++) {
        const taken = [];
        try {
          for (;;) taken.push(fs.openSync("/dev/null"));
        } catch {}
        for (const fd of taken.splice(0, free)) fs.closeSync(fd);
        await runner.run(job).catch(() => refused++);
        await sleep(50);
        for (const fd of taken) fs.closeSync(fd);
        kept.push(openFiles());
        await runner.run(job);
      }
      const { exitCode } = await runner.run(job);
      await tell({ kept, refused, exitCode });`);
    expect(seen.exitCode).toBe(0);
    expect(seen.refused).toBeGreaterThan(5);
    expect(Math.max(...seen.kept)).toBeLessThanOrEqual((seen.kept[0] ?? 0) + 1);
  });

  it("leaves nothing of what it could not lay ready: on a full disk the next try needs the place", async () => {
    const { left } = await inTrouble<{ left: string[] }>(`
      const runner = new BubblewrapRunner();
      limit("--fsize=100:");
      for (let again = 0; again < 2; again++) await runner.probe().catch(() => undefined);
      await tell({ left: fs.readdirSync(place) });`);
    expect(left).toEqual([]);
  });

  it.runIf(IS_FULL)(
    "loses nothing that was laid ready anew to a run that began before and fails late",
    async () => {
      const seen = await inTrouble<{
        failed: boolean;
        exitCode: number;
        anew: number;
        again: number;
      }>(`${failingBwrap}
      allow(1_000);
      await runner.run(job);
      for (const name of ["slow", "held"]) fs.writeFileSync(file(name), "");
      const late = runner.run(job).then(() => false, () => true);
      while (!fs.existsSync(file("caught"))) await sleep(10);
      fs.rmSync(file("slow"));
      const before = looked();
      allow(0);
      await runner.run(job).catch(() => undefined);
      allow(1_000);
      const python = jobOf("python3", [textFile("main.py", "print('{}')")]);
      await runner.run(python);
      const anew = looked() - before;
      fs.rmSync(file("held"));
      const failed = await late;
      const { exitCode } = await runner.run(python);
      await tell({ failed, exitCode, anew, again: looked() - before - anew });`);
      expect(seen).toMatchObject({ failed: true, exitCode: 0, again: 0 });
      expect(seen.anew).toBeGreaterThan(0);
    },
  );
});
