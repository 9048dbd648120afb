import { Counter, Gauge, Histogram } from "prom-client";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { metrics } from "@/lib/kernel/observability/metrics";
import { whoAsks } from "@/lib/kernel/threads/who-asks";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { RunQueue, type QueueRequest, type QueueOptions } from "@/lib/running/queue/run-queue";
import type {
  ProbeResult,
  RunJob,
  RunOutcome,
  RunRequest,
  SkillRunner,
} from "@/lib/running/runners/skill-runner";

const CUT_RETRY_SECONDS = 30;

/** Any runner behind a bounded, fair queue, with figures for operators and an orderly end. */
export class QueuedRunner implements SkillRunner {
  readonly name: string;
  readonly #runner: SkillRunner;
  readonly #queue: RunQueue;
  readonly #running = new Set<Promise<unknown>>();

  constructor(runner: SkillRunner, options: QueueOptions) {
    this.name = runner.name;
    this.#runner = runner;
    this.#queue = new RunQueue(options);
  }

  probe(): Promise<ProbeResult> {
    return this.#runner.probe();
  }

  admit(request: RunRequest): Promise<void> {
    return counted(() => this.#queue.admit(toQueueRequest(request)));
  }

  sell(request: RunRequest, saleId: string): Promise<void> {
    return counted(() => this.#queue.sell({ ...toQueueRequest(request), saleId }));
  }

  dropSale(saleId: string): Promise<void> {
    return this.#queue.dropSale(saleId);
  }

  /**
   * A paid run that ends for others begins again, and then runs to its end; a free one is the caller's to send again.
   */
  async run(job: RunJob): Promise<RunOutcome> {
    const first = await this.#runOnce(job, { again: false });
    if (!first.cut) return first.outcome;
    if (job.paid !== true) throw cutShort(first.outcome.wallMs);
    return (await this.#runOnce(job, { again: true })).outcome;
  }

  async #runOnce(job: RunJob, { again }: { again: boolean }): Promise<{ outcome: RunOutcome; cut: boolean }> {
    const asked = performance.now();
    const cut = new AbortController();
    const leave = await this.#enter({ ...toQueueRequest(job), again, cut: () => cut.abort() });
    // The caller left while it waited; the runner starts nothing for a job that is cancelled already.
    if (!leave) return { outcome: await this.#runner.run(job), cut: false };
    queueSeconds.observe((performance.now() - asked) / 1000);
    this.#show();
    const signal = job.signal ? AbortSignal.any([job.signal, cut.signal]) : cut.signal;
    const run = this.#runner.run({ ...job, signal });
    this.#running.add(run);
    try {
      const outcome = await run;
      const wasCut = cut.signal.aborted && job.signal?.aborted !== true && outcome.killedBy === "cancelled";
      if (!wasCut) observe(job, outcome);
      return { outcome, cut: wasCut };
    } finally {
      this.#running.delete(run);
      leave();
      this.#show();
    }
  }

  /**
   * Lets nobody in any more, gives what runs `graceMs` to end by itself and then ends it. Whoever waits is refused at
   * once: a paid call keeps its grant and can be made on the next server.
   */
  async close({ graceMs = 0 }: { graceMs?: number } = {}): Promise<void> {
    this.#queue.close();
    const ended = Promise.allSettled(this.#running);
    await withTimeout(ended, graceMs, () => new Error("They still run.")).catch(() => undefined);
    await this.#runner.close();
    await Promise.allSettled(this.#running);
    await this.#queue.left();
  }

  async #enter(request: QueueRequest): Promise<(() => void) | null> {
    const entered = this.#queue.enter(request);
    this.#show();
    try {
      return await counted(() => entered);
    } catch (error) {
      if (request.signal?.aborted === true && !isDomainError(error)) return null;
      throw error;
    }
  }

  #show(): void {
    runsActive.set(this.#queue.running);
    runsWaiting.set(this.#queue.waiting);
  }
}

/**
 * Who asks stands where others read: hashed, so that nobody is told there. The network counts whatever else is known.
 */
function toQueueRequest(request: RunRequest & Pick<RunJob, "signal">): QueueRequest {
  const {
    packageDigest: skill,
    timeoutMs: limitMs,
    caller = [],
    publisher = [],
    paid,
    saleId,
    signal,
  } = request;
  const network = whoAsks();
  const names = (network === null ? caller : [...caller, network]).map(hashed);
  return { names, publisher: publisher.map(hashed), paid: paid ?? false, skill, limitMs, saleId, signal };
}

const hashed = (name: string) => sha256Hex(name).slice(0, 32);

function observe({ runtime }: RunJob, { killedBy, exitCode, warm, wallMs }: RunOutcome): void {
  runsEnded.inc({ runtime, ended_by: killedBy ?? (exitCode === 0 ? "success" : "failure") });
  runSeconds.observe({ runtime, start: warm === true ? "warm" : "cold" }, wallMs / 1000);
}

const cutShort = (wallMs: number) =>
  new DomainError(
    "RUNNER_BUSY",
    `The run was ended after ${Math.round(wallMs / 1000)} s, because others wait: a run that nobody has paid for has that much time then. Try again when fewer skills run.`,
    { details: { retryAfterSeconds: CUT_RETRY_SECONDS } },
  );

/** Does `work`, and shows operators what was refused. */
async function counted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDomainError(error)) runsRefused.inc({ code: error.code });
    throw error;
  }
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const registers = [metrics];

const runsActive = new Gauge({
  name: "emporion_runs_active",
  help: "Skills that run at the moment.",
  registers,
});

const runsWaiting = new Gauge({
  name: "emporion_runs_waiting",
  help: "Runs that wait for a place.",
  registers,
});

const runsEnded = new Counter({
  name: "emporion_runs_total",
  help: "Runs that ended, by language and by what ended them.",
  labelNames: ["runtime", "ended_by"],
  registers,
});

const runsRefused = new Counter({
  name: "emporion_runs_refused_total",
  help: "Runs that were turned away before they began, by error code.",
  labelNames: ["code"],
  registers,
});

const queueSeconds = new Histogram({
  name: "emporion_run_queue_seconds",
  help: "Time a run waited for its place.",
  buckets: SECONDS,
  registers,
});

const runSeconds = new Histogram({
  name: "emporion_run_seconds",
  help: "Wall time of a run, the start of its sandbox included.",
  labelNames: ["runtime", "start"],
  buckets: SECONDS,
  registers,
});
