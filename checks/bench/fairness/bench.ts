import { fork, type ChildProcess } from "node:child_process";
import { setMaxListeners } from "node:events";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/config/env";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { Stop } from "@/scripts/explain";
import { quantile } from "../quantile";
import { withDatabase } from "../with-database";
import type { RunnerAnswer, RunnerQuestion } from "./runner-process";

const PROCESSES = 2;
const SLOTS = 2;
const GREEDY = 10;
const LONG_MS = 300_000;
/** What a run has at a price of 1 to 19 lamports (`lib/running/time-limit.ts`). */
const CHEAP_MS = 60_000;
/** A call is sold only where no longer wait is expected. */
const ANNOUNCED_MS = 10_000;
const SCENARIO_MS = Number(process.env["BENCH_SECONDS"] ?? 180) * 1_000;
const PAUSE_MS = 1_000;
/** Between two runs of the free caller from elsewhere, who asks for less than a share. */
const HONEST_PAUSE_MS = 10_000;

interface Caller {
  readonly network: string;
  readonly name: string;
  readonly sleepMs: number;
  readonly paid: boolean;
  readonly paysItself: boolean;
  readonly pauseMs: number;
  /** Asks again when it was told to, and not after the usual pause. */
  readonly obeys: boolean;
}

type Greedy = Pick<Caller, "network" | "paid" | "sleepMs">;

/** Who asks beside the buyer and the free caller. */
const SCENARIOS: Readonly<Record<string, (each: number) => Greedy>> = {
  [`${GREEDY} callers with free runs of 300 s`]: (each) => ({
    network: `203.0.${each}`,
    paid: false,
    sleepMs: LONG_MS,
  }),
  [`${GREEDY} payers to themselves, each from a network of its own, with runs of 60 s`]: (each) => ({
    network: `203.0.${each}`,
    paid: true,
    sleepMs: CHEAP_MS,
  }),
  [`${GREEDY} payers to themselves from one network, with runs of 60 s`]: () => ({
    network: "203.0.1",
    paid: true,
    sleepMs: CHEAP_MS,
  }),
};

interface Tally {
  /** From the first try on, those that were refused included. */
  waits: number[];
  refused: number;
  /** Admitted, so that money would have moved, and then not run. */
  broken: number;
}

/**
 * Ten greedy callers (`SCENARIOS`), one buyer, and one free caller from elsewhere ask two processes in turn, which have two
 * slots together. What is sold by one of them runs in the other.
 */
export async function benchFairness(): Promise<void> {
  const sandbox = new BubblewrapRunner({ imageDirectory: env().RUNTIME_IMAGES });
  const probe = await sandbox.probe();
  if (!probe.ok) throw new Stop(`${probe.reason} ${probe.remedy}`, 1);
  await withDatabase(
    async () => undefined,
    async () => {
      for (const [title, greedy] of Object.entries(SCENARIOS)) await runScenario(title, greedy);
    },
  );
}

async function runScenario(title: string, greedyOf: (each: number) => Greedy): Promise<void> {
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => RunnerProcess.start()));
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  const play = (caller: Caller) => ask(processes, caller, over.signal);
  const greedy = Array.from({ length: GREEDY }, (_, each) => {
    const own = greedyOf(each);
    return play({ ...own, name: `greedy ${each}`, paysItself: own.paid, pauseMs: PAUSE_MS, obeys: false });
  });
  const honestly = { sleepMs: 0, paysItself: false, obeys: true };
  const buyer = play({ ...honestly, network: "192.0.2", name: "buyer", paid: true, pauseMs: PAUSE_MS });
  const honest = play({
    ...honestly,
    network: "198.51.100",
    name: "honest",
    paid: false,
    pauseMs: HONEST_PAUSE_MS,
  });
  await sleep(SCENARIO_MS);
  over.abort();
  await Promise.all(processes.map((each) => each.close()));
  const [sold, free, ...others] = await Promise.all([buyer, honest, ...greedy]);
  console.log(`\n${PROCESSES} processes, ${SLOTS} slots, ${title}, ${SCENARIO_MS / 1000} s.`);
  console.log("| caller | ran | refused | sold and not run in 10 s | wait p50 | wait p95 | longest |");
  console.log("|---|---|---|---|---|---|---|");
  print("buyer", [sold], { sells: true });
  print("free, from elsewhere", [free]);
  print("the ten", others);
}

/** Asks again and again; a buyer only pays, that is runs, when it is admitted. What has no answer at the end is left out. */
async function ask(
  processes: readonly RunnerProcess[],
  { pauseMs, obeys, ...caller }: Caller,
  over: AbortSignal,
): Promise<Tally> {
  const tally: Tally = { waits: [], refused: 0, broken: 0 };
  let turn = Number(caller.network.split(".").at(-1));
  let began: number | undefined;
  const put = (kind: RunnerQuestion["kind"]) => {
    const next = processes[turn++ % processes.length] as RunnerProcess;
    const saleId = `${caller.name} ${tally.waits.length + tally.refused + tally.broken}`;
    return Promise.race([next.ask({ kind, ...caller, saleId }), untilAborted(over)]);
  };
  while (!over.aborted) {
    began ??= performance.now();
    const sold: Partial<RunnerAnswer> | null = caller.paid ? await put("sell") : {};
    const ended = sold?.refusedForSeconds === undefined ? await put("run") : sold;
    if (over.aborted || ended === null) break;
    const { wallMs, refusedForSeconds = 0 } = ended;
    if (wallMs !== undefined) {
      tally.waits.push(performance.now() - began - wallMs);
      began = undefined;
    } else if (caller.paid && ended !== sold) tally.broken += 1;
    else tally.refused += 1;
    await sleep(obeys && wallMs === undefined ? refusedForSeconds * 1_000 : pauseMs);
  }
  return tally;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });

/** A process with a runner of its own. */
class RunnerProcess {
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, (answer: RunnerAnswer) => void>();
  #ids = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("message", (answer: RunnerAnswer) => {
      this.#asked.get(answer.id)?.(answer);
      this.#asked.delete(answer.id);
    });
  }

  static async start(): Promise<RunnerProcess> {
    const child = fork(path.join(import.meta.dirname, "runner-process.ts"), {
      env: { ...process.env, BENCH_SLOTS: String(SLOTS) },
    });
    const started = new RunnerProcess(child);
    await new Promise<void>((resolve, reject) => {
      started.#asked.set(0, () => resolve());
      child.once("exit", (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
    });
    return started;
  }

  ask(question: Omit<RunnerQuestion, "id">): Promise<RunnerAnswer> {
    const id = ++this.#ids;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#child.send({ id, ...question });
    });
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    await ended;
  }
}

function print(name: string, tallies: readonly Tally[], { sells = false } = {}): void {
  const waits = tallies.flatMap((tally) => tally.waits);
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0);
  const seconds = (part: number) =>
    waits.length === 0 ? "–" : `${(quantile(waits, part) / 1000).toFixed(1)} s`;
  const late = waits.filter((wait) => wait > ANNOUNCED_MS).length + sum(({ broken }) => broken);
  const figures = [waits.length, sum(({ refused }) => refused), sells ? late : "–"];
  console.log(`| ${[name, ...figures, seconds(0.5), seconds(0.95), seconds(1)].join(" | ")} |`);
}
