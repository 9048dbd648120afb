import path from "node:path";
import { describe, expect, it } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import { HOSTILE_FIXTURE, TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { runApart } from "../testing/run-apart";
import type { Soaked } from "../testing/soak";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

/** In the long form: `SOAK_CALLS=1000 npx vitest run lib/running/bubblewrap/afterwards.test.ts`. */
const FEW_CALLS = IS_FULL ? 45 : 15;
const CALLS = Number(process.env["SOAK_CALLS"] ?? FEW_CALLS);
const MINUTES_PER_CALL = 1 / 30;
/** On a machine with far more work than cores a sandbox may not start in the time its skill has. */
const REFUSED_SHARE = 0.5;
/** What a collector may leave for later, not a leak of a thousand calls. */
const GROWTH_MEBIBYTES = 48;

const PROGRAM = `
  import fs from "node:fs";
  import { soakApart } from ${JSON.stringify(path.resolve(import.meta.dirname, "../testing/soak.ts"))};
  const hostile = fs.readFileSync(process.argv[2]);
  console.log(JSON.stringify(await soakApart(${CALLS}, hostile, ${JSON.stringify(TEST_IMAGES)})));
`;

describe("the machine afterwards", () => {
  it(
    `answers ${CALLS} mixed hostile calls, three at a time, and keeps no process, descriptor, file or memory of them`,
    { timeout: Math.max(120_000, CALLS * MINUTES_PER_CALL * 60_000) },
    async () => {
      const figures = await runApart<Soaked>(PROGRAM, { asNobody: false, file: HOSTILE_FIXTURE });
      if (CALLS !== FEW_CALLS) process.stdout.write(`${JSON.stringify(figures)}\n`);
      const { ended, refused, before, after } = figures;
      expect(ended + refused).toBe(CALLS);
      expect(refused).toBeLessThanOrEqual(CALLS * REFUSED_SHARE);
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
