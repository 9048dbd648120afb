import { setMaxListeners } from "node:events";
import { DomainError, isDomainError } from "@/lib/errors";
import { RunGate } from "../run-gate";
import type { ProbeResult, RunJob, RunOutcome, SkillRunner } from "../skill-runner";
import { complaintOf, executeJob } from "./execute-job";
import { boundTimeout, packJob } from "./job-request";
import { describeLimits } from "./limits";
import { prepareSandbox, SandboxImpossible, type SandboxGround } from "./prepare-sandbox";
import { proveSandbox, type ProvenSandbox } from "./prove-sandbox";
import type { SandboxOutcome } from "./supervise-run";

export interface BubblewrapOptions {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs?: number;
  readonly bwrapPath?: string;
}

const DEFAULT_MAX_WAIT_MS = 20_000;

/**
 * Runs skills with bubblewrap: own namespaces without any network, no capability, a system call filter, rlimits and
 * a watchdog, as an unprivileged user. The kernel is shared with the machine.
 *
 * The package goes in as one stream that a trusted launcher unpacks on a tmpfs of the run; nothing is prepared on
 * disk, nothing is shared between runs, and the same sandbox can be started before its job is known. Nothing comes
 * out but standard output and error.
 */
export class BubblewrapRunner implements SkillRunner {
  readonly name = "bubblewrap";
  readonly #options: BubblewrapOptions;
  readonly #gate: RunGate;
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #proven: Promise<ProvenSandbox> | undefined;

  constructor(options: BubblewrapOptions) {
    this.#options = options;
    this.#gate = new RunGate({ maxWaitMs: DEFAULT_MAX_WAIT_MS, ...options });
    setMaxListeners(0, this.#shutdown.signal);
  }

  async probe(): Promise<ProbeResult> {
    try {
      const { ground, runtimes, unavailable } = await this.#prove();
      return { ok: true, isolation: "userns", limits: describeLimits(ground.hostUid), runtimes, unavailable };
    } catch (error) {
      if (!(error instanceof SandboxImpossible)) throw error;
      return { ok: false, reason: error.message, remedy: error.remedy };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const { ground, unavailable } = await this.#prove().catch(toUnavailable);
    const reason = unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const archive = packJob(job);
    const leave = await this.#gate.enter(job.signal).catch((error: unknown) => {
      if (isDomainError(error)) throw error;
      return null; // The caller left the queue.
    });
    if (!leave) return toOutcome(ground, job, NEVER_STARTED);
    try {
      const packed = { job, archive, shutdown: this.#shutdown.signal };
      const ended = await this.#track(executeJob(ground, packed)).catch((error: unknown) =>
        this.#giveUp(ground, String(error)),
      );
      this.#assertStarted(ground, job, ended);
      return toOutcome(ground, job, ended);
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    this.#gate.close();
    this.#shutdown.abort();
    await Promise.allSettled(this.#running);
    const proven = await this.#proven?.catch(() => undefined);
    proven?.ground.remove();
  }

  /** Once while it works; a failure is not kept, so that installing what is missing helps without a restart. */
  #prove(): Promise<ProvenSandbox> {
    this.#proven ??= this.#track(this.#prepareAndProve()).catch((error: unknown) => {
      this.#proven = undefined;
      throw error;
    });
    return this.#proven;
  }

  async #prepareAndProve(): Promise<ProvenSandbox> {
    if (this.#shutdown.signal.aborted) throw new SandboxImpossible("The runner is shut down.", "");
    const ground = await prepareSandbox(this.#options.bwrapPath ?? "/usr/bin/bwrap");
    try {
      return await proveSandbox(ground, this.#shutdown.signal);
    } catch (error) {
      ground.remove();
      throw error;
    }
  }

  #assertStarted(ground: SandboxGround, job: RunJob, ended: SandboxOutcome): void {
    if (ended.killedBy === "cancelled") {
      if (job.signal?.aborted) return;
      throw new DomainError("RUNNER_UNAVAILABLE", "The runner was shut down while the skill ran.");
    }
    if (ended.started) return;
    if (ended.killedBy === null) this.#giveUp(ground, complaintOf(ended));
    throw new DomainError("RUNNER_UNAVAILABLE", `The sandbox did not start in time. ${complaintOf(ended)}`);
  }

  /** What was laid ready may have been cleared away from /tmp under a long-lived server: the next run begins afresh. */
  #giveUp(ground: SandboxGround, said: string): never {
    this.#proven = undefined;
    ground.remove();
    throw new DomainError("RUNNER_UNAVAILABLE", `The sandbox did not start. ${said}`);
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }
}

/** A run whose caller left while it waited for its turn. */
const NEVER_STARTED: SandboxOutcome = {
  started: false,
  status: "",
  exitCode: null,
  killedBy: "cancelled",
  stdout: "",
  stderrTail: "",
  wallMs: 0,
  peakRssBytes: 0,
};

function toOutcome(ground: SandboxGround, job: RunJob, ended: SandboxOutcome): RunOutcome {
  const { exitCode, killedBy, stdout, stderrTail, wallMs, peakRssBytes } = ended;
  return {
    exitCode,
    killedBy,
    stdout,
    stderrTail,
    wallMs,
    peakRssBytes,
    runner: `bubblewrap ${ground.version}`,
    isolation: "userns",
    enforced: { ...describeLimits(ground.hostUid), timeoutMs: boundTimeout(job.timeoutMs) },
  };
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof SandboxImpossible)) throw error;
  const message = `${error.message} ${error.remedy}`.trim();
  throw new DomainError("RUNNER_UNAVAILABLE", message, { cause: error });
}
