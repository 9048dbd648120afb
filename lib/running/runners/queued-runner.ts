import { whoAsks } from "@/lib/kernel/threads/who-asks";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { sha256Hex } from "@/lib/kernel/digest";
import { RunGate } from "./run-gate";
import {
  queueSeconds,
  runSeconds,
  runsActive,
  runsEnded,
  runsRefused,
  runsWaiting,
} from "../runs/run-metrics";
import type { SharedPlaces } from "./shared-places";
import type { ProbeResult, RunJob, RunOutcome, SkillRunner } from "./skill-runner";

export interface QueueOptions {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs?: number;
  /** What a run without payment has for sure while others wait. */
  readonly sliceMs?: number;
  /** Where other processes have the same places. */
  readonly shared?: SharedPlaces | undefined;
}

const DEFAULT_MAX_WAIT_MS = 20_000;
const CUT_RETRY_SECONDS = 30;

/** Any runner behind a bounded, fair queue, with figures for operators and an orderly end. */
export class QueuedRunner implements SkillRunner {
  readonly name: string;
  readonly #runner: SkillRunner;
  readonly #gate: RunGate;
  readonly #running = new Set<Promise<unknown>>();

  constructor(runner: SkillRunner, options: QueueOptions) {
    this.name = runner.name;
    this.#runner = runner;
    this.#gate = new RunGate({ maxWaitMs: DEFAULT_MAX_WAIT_MS, ...options });
  }

  probe(): Promise<ProbeResult> {
    return this.#runner.probe();
  }

  async admit(caller?: string): Promise<void> {
    try {
      await this.#gate.admit(nameOf(caller));
    } catch (error) {
      count(error);
      throw error;
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const asked = performance.now();
    const cut = new AbortController();
    const leave = await this.#enter(job, () => cut.abort());
    // The caller left while it waited; the runner starts nothing for a job that is cancelled already.
    if (!leave) return this.#runner.run(job);
    queueSeconds.observe((performance.now() - asked) / 1000);
    this.#show();
    const signal = job.signal ? AbortSignal.any([job.signal, cut.signal]) : cut.signal;
    const run = this.#runner.run({ ...job, signal });
    this.#running.add(run);
    try {
      const outcome = await run;
      if (cut.signal.aborted && outcome.killedBy === "cancelled") throw cutShort(outcome.wallMs);
      const { runtime } = job;
      runsEnded.inc({
        runtime,
        ended_by: outcome.killedBy ?? (outcome.exitCode === 0 ? "success" : "failure"),
      });
      runSeconds.observe({ runtime, start: outcome.warm === true ? "warm" : "cold" }, outcome.wallMs / 1000);
      return outcome;
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
    this.#gate.close();
    if (graceMs > 0 && this.#running.size > 0) await this.#runningEnds(graceMs);
    await this.#runner.close();
    await Promise.allSettled(this.#running);
    await this.#gate.left();
  }

  async #runningEnds(graceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, graceMs)));
    await Promise.race([over, Promise.allSettled(this.#running)]);
    clearTimeout(timer);
  }

  async #enter(
    { caller, paid, signal, timeoutMs, packageDigest }: RunJob,
    cut: () => void,
  ): Promise<(() => void) | null> {
    const who = { caller: nameOf(caller), network: nameOf(whoAsks() ?? undefined) };
    const entrant = { ...who, paid, signal, timeoutMs, skill: packageDigest, cut };
    const entered = this.#gate.enter(entrant);
    this.#show();
    try {
      return await entered;
    } catch (error) {
      if (signal?.aborted === true && !isDomainError(error)) return null;
      count(error);
      throw error;
    }
  }

  #show(): void {
    runsActive.set(this.#gate.inside);
    runsWaiting.set(this.#gate.waiting);
  }
}

/** Places may be counted where others read: who asks is not told there. */
const nameOf = (who: string | undefined) => (who === undefined ? undefined : sha256Hex(who).slice(0, 32));

const cutShort = (wallMs: number) =>
  new DomainError(
    "RUNNER_BUSY",
    `The run was ended after ${Math.round(wallMs / 1000)} s, because others wait: a run that nobody has paid for has that much time then. Try again when fewer skills run.`,
    { details: { retryAfterSeconds: CUT_RETRY_SECONDS } },
  );

function count(error: unknown): void {
  if (isDomainError(error)) runsRefused.inc({ code: error.code });
}
