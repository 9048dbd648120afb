import { spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/config/env";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import type { RunJob, Runtime } from "@/lib/running/runners/skill-runner";
import { Stop } from "@/scripts/explain";
import { quantile } from "../quantile";

const ROUNDS = Number(process.env["BENCH_RUNS"] ?? 40);
const imageDirectory = env().RUNTIME_IMAGES;
const SATURATED_CALLS = 200;
const LEFTOVER_CALLS = 1_000;
const AT_ONCE = 4;
const WARM_UP = 5;
/** Long enough for a pool to be full again before the next call. */
const PAUSE_MS: Readonly<Record<Runtime, number>> = { python3: 120, node: 250, bash: 0 };

const SCRIPTS: Readonly<Record<Runtime, string>> = {
  python3: "import json, sys\nprint(json.dumps({'echo': json.load(sys.stdin)['text']}))\n",
  node: "const { text } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));\nconsole.log(JSON.stringify({ echo: text }));\n",
  bash: "read -r input || true\necho '{\"echo\":true}'\n",
};
const COMMANDS: Readonly<Record<Runtime, readonly string[]>> = {
  python3: ["/usr/bin/python3", "-s", "-c"],
  node: [process.execPath, "-e"],
  bash: ["/usr/bin/bash", "-c"],
};
const RUNTIMES = ["python3", "node", "bash"] as const;
const INPUT = '{"text":"hello"}\n';

interface Timed {
  /** Until the first byte of output, and until the end. */
  firstMs: number;
  endMs: number;
}

/** A call in the sandbox, cold and warm, against the same script as a bare child process, taking turns in one run. */
export async function benchRun(): Promise<void> {
  const cold = new BubblewrapRunner({ imageDirectory });
  const warm = new BubblewrapRunner({ warm: AT_ONCE, imageDirectory });
  const probe = await cold.probe();
  if (!probe.ok) throw new Stop(`${probe.reason} ${probe.remedy}`, 1);
  await warm.probe();
  console.log(`\nOne call, ms (p50 / p95 of ${ROUNDS}), bare child and sandboxes taking turns.`);
  console.log("| language | bare child | sandbox, cold | ratio | sandbox, warm | to bare |");
  console.log("|---|---|---|---|---|---|");
  for (const runtime of RUNTIMES) await compare(runtime, cold, warm);
  await warm.close();
  await cold.close();
  await saturate();
  await countLeftovers();
}

async function compare(runtime: Runtime, cold: BubblewrapRunner, warm: BubblewrapRunner): Promise<void> {
  const bare: number[] = [];
  const coldMs: number[] = [];
  const warmMs: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const [bareChild, coldRun] = [await runBare(runtime), await timed(cold, runtime)];
    const warmRun = await timed(warm, runtime);
    if (round >= 0) {
      bare.push(bareChild.endMs);
      coldMs.push(coldRun);
      warmMs.push(warmRun);
    }
    await sleep(PAUSE_MS[runtime]);
  }
  const p50 = (times: readonly number[]) => quantile(times, 0.5);
  const both = (times: readonly number[]) => `${p50(times).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`;
  const ratio = (times: readonly number[]) => (p50(times) / p50(bare)).toFixed(2);
  const warmCells = runtime === "bash" ? ["–", "–"] : [both(warmMs), ratio(warmMs)];
  console.log(`| ${[runtime, both(bare), both(coldMs), ratio(coldMs), ...warmCells].join(" | ")} |`);
}

function runBare(runtime: Runtime): Promise<Timed> {
  const [program = "", ...options] = COMMANDS[runtime];
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...options, SCRIPTS[runtime]], { stdio: ["pipe", "pipe", "ignore"] });
    let firstMs = 0;
    child.stdout.on("data", () => (firstMs ||= performance.now() - start));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve({ firstMs, endMs: performance.now() - start }) : reject(new Error(`${code}`)),
    );
    child.stdin.end(INPUT);
  });
}

const jobOf = (runtime: Runtime): RunJob => ({
  packageDigest: "",
  files: [{ path: "main", bytes: Buffer.from(SCRIPTS[runtime]) }],
  entryPoint: "main",
  runtime,
  stdin: INPUT,
  timeoutMs: 30_000,
});

async function timed(runner: BubblewrapRunner, runtime: Runtime): Promise<number> {
  const start = performance.now();
  const outcome = await runner.run(jobOf(runtime));
  if (outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  return performance.now() - start;
}

async function saturate(): Promise<void> {
  console.log(`\nCalls a second, ${AT_ONCE} callers at once, ${SATURATED_CALLS} calls:`);
  for (const runtime of RUNTIMES) {
    const runner = new QueuedRunner(new BubblewrapRunner({ warm: 2, imageDirectory }), {
      concurrency: 2,
      maxWaiting: 32,
    });
    await runner.probe();
    const times: number[] = [];
    const start = performance.now();
    await inParallel(SATURATED_CALLS, async () => {
      const began = performance.now();
      await runner.run(jobOf(runtime));
      times.push(performance.now() - began);
    });
    const perSecond = (1000 * SATURATED_CALLS) / (performance.now() - start);
    await runner.close();
    const bareStart = performance.now();
    await inParallel(SATURATED_CALLS, async () => void (await runBare(runtime)));
    const bare = (1000 * SATURATED_CALLS) / (performance.now() - bareStart);
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    console.log(
      `  ${runtime}: ${perSecond.toFixed(1)} (p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms); bare children ${bare.toFixed(1)}`,
    );
  }
}

/** After a thousand calls the process has as many children, descriptors and files in /tmp as before. */
async function countLeftovers(): Promise<void> {
  const before = await count();
  const runner = new QueuedRunner(new BubblewrapRunner({ warm: 2, imageDirectory }), {
    concurrency: 2,
    maxWaiting: 32,
  });
  await inParallel(LEFTOVER_CALLS, async (call) => {
    await runner.run(jobOf(RUNTIMES[call % RUNTIMES.length] ?? "bash"));
  });
  await runner.close();
  const after = await count();
  console.log(`\n${LEFTOVER_CALLS} calls, before → after:`);
  for (const what of ["processes", "descriptors", "files"] as const) {
    console.log(`  ${what}: ${before[what]} → ${after[what]}`);
  }
  console.log(`  resident memory: ${before.mebibytes} → ${after.mebibytes} MiB`);
}

async function count() {
  await sleep(1_000); // What has ended is taken off the books a moment later.
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  return {
    processes: children.split(" ").filter(Boolean).length,
    descriptors: fs.readdirSync("/proc/self/fd").length,
    files: fs.readdirSync("/tmp").filter((name) => name.startsWith(`emporion-runner-${process.pid}-`)).length,
    mebibytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  };
}

async function inParallel(calls: number, call: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
