import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { RemoteRunner } from "@/lib/running/remote/runner";
import { TEST_IMAGES } from "@/lib/running/testing/attacks";
import { jobOf, textFile } from "@/lib/running/testing/jobs";
import { buildAway } from "@/lib/testing/build-processes";
import { freePort } from "@/lib/testing/free-port";

const SECRET = "a secret of market and worker, of enough characters";
const OUTPUT_BYTES = 1024 * 1024;

test("a worker that is told to stop sends the answer of what runs to its last byte", async () => {
  const port = await freePort();
  const settings = {
    RUNNER: "auto",
    RUNNER_SECRET: SECRET,
    RUNNER_PORT: String(port),
    RUNTIME_IMAGES: TEST_IMAGES,
  };
  const worker = spawn(process.execPath, [path.join(await buildAway("runner"), "runner.mjs")], {
    env: {
      ...process.env,
      ...settings,
      HOST: "127.0.0.1",
      LOG_LEVEL: "silent",
      RUNNER_DRAIN_SECONDS: "30",
      STOP_DELAY_SECONDS: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(worker, "exit");
  await once(worker.stdout, "data");
  const runner = new RemoteRunner({ url: `http://127.0.0.1:${port}`, secret: SECRET });
  await runner.probe();
  // Each of these bytes is six in an answer.
  const script = `read -r _; /usr/bin/sleep 2; /usr/bin/head -c ${OUTPUT_BYTES} /dev/zero | /usr/bin/tr '\\0' '\\1'`;
  const run = runner.run(jobOf("bash", [textFile("main.sh", script)]));
  await sleep(1_000);
  worker.kill("SIGTERM");
  expect(await run).toMatchObject({ exitCode: 0, stdout: "\u0001".repeat(OUTPUT_BYTES) });
  expect(await ended).toEqual([0, null]);
  await runner.close();
});
