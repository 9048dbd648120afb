import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize-success";
import { NEVER_STARTED } from "../runners/never-started";
import { RunsUnderWay } from "../runs/runs-under-way";
import {
  RUNTIMES,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type Runtime,
  type SkillRunner,
} from "../runners/skill-runner";
import { complaintOf, executeJob, type ExecutedJob } from "./execute-job";
import { boundTimeout, packJob } from "./job-request";
import { describeLimits } from "./limits";
import { prepareSandbox, SandboxImpossible, type SandboxGround } from "./prepare-sandbox";
import { proveSandbox, type ProvenSandbox } from "./prove-sandbox";
import { SandboxPool } from "./sandbox-pool";
import { startSandbox } from "./start-sandbox";

export interface BubblewrapOptions {
  /** Sandboxes kept ready for each language that is in use; 0 keeps none. */
  readonly warm?: number;
  readonly bwrapPath?: string;
  /** Where runtime images are kept; without it skills see the machine's own programs, read-only. */
  readonly imageDirectory?: string;
}

interface ReadySandbox extends ProvenSandbox {
  readonly pool: SandboxPool;
}

/**
 * Runs skills with bubblewrap: own namespaces without any network, no capability, a system call filter, rlimits and
 * a watchdog, as an unprivileged user. The kernel is shared with the machine.
 *
 * The package goes in as one stream that a trusted bootstrap unpacks on a tmpfs of the run; nothing is prepared on
 * disk, nothing is shared between runs, and the same sandbox can be started before its job is known. Nothing comes
 * out but standard output and error.
 */
export class BubblewrapRunner implements SkillRunner {
  readonly name = "bubblewrap";
  readonly #options: BubblewrapOptions;
  readonly #runs = new RunsUnderWay();
  /** Installing what is missing helps without a restart. */
  readonly #proven = new MemoizedSuccess(() => this.#runs.track(this.#prepareAndProve()));

  constructor(options: BubblewrapOptions = {}) {
    this.#options = options;
  }

  async probe(): Promise<ProbeResult> {
    try {
      const { ground, pool, runtimes, unavailable } = await this.#proven.get();
      // Asked before a call is sold: by the time it is paid, its sandbox waits.
      for (const runtime of RUNTIMES) if (Object.hasOwn(runtimes, runtime)) pool.refill(runtime);
      const limits = describeLimits(ground.hostUid);
      return { ok: true, isolation: "userns", limits, runtimes, unavailable, images: imagesOf(ground) };
    } catch (error) {
      if (!(error instanceof SandboxImpossible)) throw error;
      return { ok: false, reason: error.message, remedy: error.remedy };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const proven = await this.#proven.get().catch(toUnavailable);
    const { ground, pool, unavailable } = proven;
    const reason = unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const archive = packJob(job);
    if (job.signal?.aborted) return toOutcome(ground, job, { ...NEVER_STARTED, status: "", warm: false });
    const packed = { job, archive, signals: this.#runs.signalsOf(job) };
    const take = async (again: boolean) =>
      again ? { sandbox: await startSandbox(ground, job.runtime), warm: false } : pool.take(job.runtime);
    const ended = await this.#runs
      .track(executeJob(take, packed))
      .catch((error: unknown) => this.#giveUp(proven, String(error)));
    this.#assertStarted(job, proven, ended);
    pool.refill(job.runtime);
    return toOutcome(ground, job, ended);
  }

  async close(): Promise<void> {
    await this.#runs.end();
    const proven = await this.#proven.take();
    if (proven) await leaveGround(proven);
  }

  async #prepareAndProve(): Promise<ReadySandbox> {
    if (this.#runs.shutdown.aborted) throw new SandboxImpossible("The runner is shut down.", "");
    const ground = await prepareSandbox({
      bwrapPath: this.#options.bwrapPath ?? "/usr/bin/bwrap",
      imageDirectory: this.#options.imageDirectory,
    });
    try {
      const proven = await proveSandbox(ground, this.#runs.shutdown);
      const pool = new SandboxPool((runtime) => startSandbox(ground, runtime), this.#options.warm ?? 0);
      return { ...proven, pool };
    } catch (error) {
      ground.remove();
      throw error;
    }
  }

  #assertStarted(job: RunJob, proven: ReadySandbox, ended: ExecutedJob): void {
    if (ended.killedBy === "cancelled") {
      if (job.signal?.aborted) return;
      throw new DomainError("RUNNER_UNAVAILABLE", "The runner was shut down while the skill ran.");
    }
    if (ended.started) return;
    if (ended.killedBy === null) this.#giveUp(proven, complaintOf(ended));
    throw new DomainError("RUNNER_UNAVAILABLE", `The sandbox did not start in time. ${complaintOf(ended)}`);
  }

  /**
   * What was laid ready may have been cleared away from /tmp under a long-lived server: the next run begins afresh.
   * What another run has laid ready since stays.
   */
  #giveUp(proven: ReadySandbox, said: string): never {
    if (this.#proven.forget(proven)) void leaveGround(proven);
    throw new DomainError("RUNNER_UNAVAILABLE", `The sandbox did not start. ${said}`);
  }
}

async function leaveGround({ pool, ground }: ReadySandbox): Promise<void> {
  await pool.close();
  ground.remove();
}

function toOutcome(ground: SandboxGround, job: RunJob, ended: ExecutedJob): RunOutcome {
  const { exitCode, killedBy, stdout, notUtf8 = false, stderrTail, wallMs, peakRssBytes, warm } = ended;
  const imageDigest = ground.images?.[job.runtime].digest ?? null;
  return {
    exitCode,
    killedBy,
    stdout,
    notUtf8,
    stderrTail,
    wallMs,
    peakRssBytes,
    warm,
    runner: `bubblewrap ${ground.version}`,
    isolation: "userns",
    imageDigest,
    enforced: {
      ...describeLimits(ground.hostUid),
      imageEnforced: imageDigest !== null && imageDigest === job.imageDigest,
      timeoutMs: boundTimeout(job.timeoutMs),
    },
  };
}

function imagesOf({ images }: SandboxGround): Partial<Record<Runtime, string>> {
  if (!images) return {};
  return { python3: images.python3.digest, node: images.node.digest, bash: images.bash.digest };
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof SandboxImpossible)) throw error;
  const message = `${error.message} ${error.remedy}`.trim();
  throw new DomainError("RUNNER_UNAVAILABLE", message, { cause: error });
}
