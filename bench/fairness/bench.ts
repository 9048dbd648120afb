import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/config/env";
import { isDomainError } from "@/lib/kernel/errors";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { QueuedRunner } from "@/lib/running/runners/queued-runner";
import type { RunJob } from "@/lib/running/runners/skill-runner";
import { Stop } from "../../scripts/explain.mjs";
import { quantile } from "../quantile";

/** Every time of the scenario is divided by this, so that it ends within two minutes. */
const FACTOR = Number(process.env["BENCH_FACTOR"] ?? 2);
const PLACES = 2;
const GREEDY = 10;
const LONG_MS = 300_000 / FACTOR;
const MAX_WAIT_MS = 20_000 / FACTOR;
const SLICE_MS = 5_000 / FACTOR;
const SCENARIO_MS = 90_000;
const PAUSE_MS = 500;
/** Between two runs of the free caller from elsewhere, who asks for less than a share. */
const HONEST_PAUSE_MS = 5_000;

const HONEST = "198.51.100";

interface Tally {
  waits: number[];
  ran: number;
  refused: number;
  /** Admitted, so that money would have moved, and then not run. */
  broken: number;
}

const jobOf = (script: string, more: Partial<RunJob>): RunJob => ({
  packageDigest: `sha256:${script}`,
  files: [{ path: "main.sh", bytes: Buffer.from(script) }],
  entryPoint: "main.sh",
  runtime: "bash",
  stdin: "{}\n",
  timeoutMs: LONG_MS + 1_000,
  ...more,
});

/** Ten anonymous callers whose free skills sleep 300 s, one buyer and one free caller from elsewhere; two places. */
export async function benchFairness(): Promise<void> {
  const sandbox = new BubblewrapRunner({ warm: PLACES, imageDirectory: env().RUNTIME_IMAGES });
  const probe = await sandbox.probe();
  if (!probe.ok) throw new Stop(`${probe.reason} ${probe.remedy}`, 1);
  const options = { concurrency: PLACES, maxWaiting: 32, maxWaitMs: MAX_WAIT_MS, sliceMs: SLICE_MS };
  const runner = new QueuedRunner(sandbox, options);
  const over = new AbortController();
  const greedy = Array.from({ length: GREEDY }, (_, i) => ask(runner, over.signal, `203.0.${i}`, longJob));
  const buyer = ask(runner, over.signal, "192.0.2", (caller) => jobOf("echo '{}'", { caller, paid: true }));
  const honest = ask(runner, over.signal, HONEST, (caller) => jobOf("echo '{\"a\":1}'", { caller }));
  await sleep(SCENARIO_MS);
  over.abort();
  const tallies = await Promise.all([buyer, honest, ...greedy]);
  await runner.close();
  console.log(
    `\nTimes divided by ${FACTOR}; waits are shown multiplied by it. ${PLACES} places, ${GREEDY} callers with runs of 300 s.`,
  );
  console.log("| caller | ran | refused at once | sold and not run | wait p50 | wait p95 |");
  console.log("|---|---|---|---|---|---|");
  const [sold, free, ...others] = tallies;
  if (sold) print("buyer", [sold]);
  if (free) print("free, from elsewhere", [free]);
  print("the ten", others);
}

const longJob = (caller: string) => jobOf(`sleep ${LONG_MS / 1000}`, { caller });

/** Asks again and again; a buyer only pays, that is runs, when it is admitted. */
async function ask(
  runner: QueuedRunner,
  over: AbortSignal,
  network: string,
  job: (caller: string) => RunJob,
): Promise<Tally> {
  const tally: Tally = { waits: [], ran: 0, refused: 0, broken: 0 };
  const given = job(`${network}.7`);
  while (!over.aborted) {
    try {
      if (given.paid === true) await runner.admit(given.caller);
    } catch {
      tally.refused += 1;
      await sleep(PAUSE_MS, undefined);
      continue;
    }
    const began = performance.now();
    try {
      const { wallMs } = await askedBy(`${network}.0/24`, () => runner.run({ ...given, signal: over }));
      if (over.aborted) break;
      tally.waits.push(performance.now() - began - wallMs);
      tally.ran += 1;
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (given.paid === true) tally.broken += 1;
      else tally.refused += 1;
    }
    await sleep(network === HONEST ? HONEST_PAUSE_MS : PAUSE_MS);
  }
  return tally;
}

function print(name: string, tallies: readonly Tally[]): void {
  const waits = tallies.flatMap((tally) => tally.waits);
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const wait = (part: number) =>
    waits.length === 0 ? "–" : `${((quantile(waits, part) * FACTOR) / 1000).toFixed(1)} s`;
  const figures = [sum(({ ran }) => ran), sum(({ refused }) => refused), sum(({ broken }) => broken)];
  console.log(`| ${[name, ...figures, wait(0.5), wait(0.95)].join(" | ")} |`);
}
