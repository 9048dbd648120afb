import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize";
import { describeMissing, describeRefusal } from "@/lib/running/bubblewrap/describe-missing";
import { boundTimeout, packJob } from "@/lib/running/bubblewrap/job";
import { describeLimits } from "@/lib/running/bubblewrap/limits";
import {
  prepareSandbox,
  SandboxImpossible,
  type SandboxGround,
} from "@/lib/running/bubblewrap/prepare-sandbox";
import { SandboxPool, type TakenSandbox } from "@/lib/running/bubblewrap/sandbox-pool";
import {
  findBreaches,
  judgeSelfTests,
  selfTestJob,
  type Languages,
} from "@/lib/running/bubblewrap/self-test";
import { startSandbox } from "@/lib/running/bubblewrap/start-sandbox";
import { superviseRun, type SandboxOutcome } from "@/lib/running/bubblewrap/supervise-run";
import {
  NEVER_STARTED,
  ActiveRuns,
  RUNTIMES,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type Runtime,
  type SkillRunner,
} from "@/lib/running/runners/skill-runner";

interface BubblewrapOptions {
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
  readonly #runs = new ActiveRuns();
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

/** A job with its archive packed, and what ends it from outside. */
interface PackedJob {
  readonly job: RunJob;
  readonly archive: Uint8Array;
  readonly signals: readonly AbortSignal[];
}

interface ExecutedJob extends SandboxOutcome {
  /** It ran in a sandbox that had been waiting. */
  readonly warm: boolean;
}

/**
 * Gives one job to a sandbox and watches it to its end. A waiting sandbox that died in the meantime costs a
 * second start.
 */
async function executeJob(
  take: (again: boolean) => Promise<TakenSandbox>,
  { job, archive, signals }: PackedJob,
): Promise<ExecutedJob> {
  const startedAtMs = performance.now();
  for (let again = false; ; again = true) {
    const { sandbox, warm } = await take(again);
    const outcome = await superviseRun(sandbox, {
      job: archive,
      timeoutMs: boundTimeout(job.timeoutMs),
      startedAtMs,
      signals,
    });
    const neverStarted = !outcome.started && outcome.killedBy === null;
    if (!warm || !neverStarted) return { ...outcome, warm };
  }
}

/** What a sandbox that failed to start said, or how it ended. */
function complaintOf({ status, stderrTail, killedBy, exitCode }: SandboxOutcome): string {
  return `${status} ${stderrTail}`.trim().slice(-500) || `It ended with ${killedBy ?? `status ${exitCode}`}.`;
}

const SELF_TEST_TIMEOUT_MS = 10_000;

interface ProvenSandbox extends Languages {
  readonly ground: SandboxGround;
}

/**
 * Starts one sandbox per language and looks at the walls from inside. Throws SandboxImpossible when none can be made or
 * one does not hold; a language that does not start is only told.
 */
async function proveSandbox(ground: SandboxGround, shutdown: AbortSignal): Promise<ProvenSandbox> {
  const [bash, ...others] = await Promise.all([
    selfTest(ground, "bash", shutdown),
    ...LANGUAGES_ON_TOP.map((runtime) => selfTest(ground, runtime, shutdown)),
  ]);
  assertHolds(bash.outcome);
  return { ground, ...judgeSelfTests([bash, ...others], describeUnavailable) };
}

// bash is the launcher of all.
const LANGUAGES_ON_TOP = RUNTIMES.filter((runtime) => runtime !== "bash");

async function selfTest(ground: SandboxGround, runtime: Runtime, shutdown: AbortSignal) {
  const job = selfTestJob(runtime, SELF_TEST_TIMEOUT_MS);
  const fresh = async () => ({ sandbox: await startSandbox(ground, runtime), warm: false });
  return { runtime, outcome: await executeJob(fresh, { job, archive: packJob(job), signals: [shutdown] }) };
}

function assertHolds(test: SandboxOutcome): void {
  if (!test.started || test.exitCode !== 0) {
    const said = complaintOf(test);
    throw new SandboxImpossible(`bubblewrap cannot make a sandbox here. ${said}`, describeRefusal(said));
  }
  const breaches = findBreaches(test.stdout);
  if (breaches.length > 0) {
    throw new SandboxImpossible(
      `The sandbox does not hold here: ${breaches.join("; ")}.`,
      "Use another machine or a newer kernel; skills are not run in a sandbox with holes.",
    );
  }
}

function describeUnavailable(runtime: Runtime, test: SandboxOutcome): string {
  const missing = describeMissing().find(({ name }) => name === runtime);
  return missing
    ? `${runtime} is not installed on this server: ${missing.remedy}`
    : `${runtime} does not start in the sandbox. ${complaintOf(test)}`;
}
