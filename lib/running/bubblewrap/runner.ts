import { describeMissing, describeRefusal } from "@/lib/running/bubblewrap/describe-missing";
import { prepareSandbox, type SandboxGround } from "@/lib/running/bubblewrap/prepare-sandbox";
import { startSandbox, killSandbox, type Sandbox } from "@/lib/running/bubblewrap/start-sandbox";
import { superviseRun } from "@/lib/running/bubblewrap/supervise-run";
import type { Runtime, LaunchedRun } from "@/lib/running/runners/skill-runner";
import { describeLimits } from "@/lib/running/sandbox/limits";
import type { PackedJob } from "@/lib/running/sandbox/run-watch";
import {
  complaintOf,
  SandboxImpossible,
  SandboxRunner,
  type Walls,
} from "@/lib/running/sandbox/sandbox-runner";
import { findBreaches } from "@/lib/running/sandbox/self-test";

/** bash starts in a few milliseconds; keeping it ready gains nothing. */
const WARMED: readonly Runtime[] = ["python3", "node"];
/** How long sandboxes wait for a language nobody calls; then their memory is given back. */
const IDLE_MS = 600_000;

/**
 * Sandboxes started ahead of need, a few for each language. Each serves one run and no other. What is taken is put back
 * by `refill`, one start at a time, so that refilling never competes with the run it follows.
 */
class SandboxPool {
  readonly #start: (runtime: Runtime) => Promise<Sandbox>;
  readonly #size: number;
  readonly #ready = new Map<Runtime, Sandbox[]>(WARMED.map((runtime) => [runtime, []]));
  readonly #filling = new Map<Runtime, Promise<void>>();
  readonly #idle = new Map<Runtime, NodeJS.Timeout>();
  #closed = false;

  constructor(start: (runtime: Runtime) => Promise<Sandbox>, size: number) {
    this.#start = start;
    this.#size = size;
  }

  /** One that waits; if it does not start, a fresh one may. */
  take(runtime: Runtime): Sandbox | undefined {
    return this.#ready.get(runtime)?.shift();
  }

  /** Starts what is missing, in the background. A start that fails is not tried again until the next call. */
  refill(runtime: Runtime): void {
    const ready = this.#ready.get(runtime);
    if (!ready || this.#size === 0 || this.#closed) return;
    this.#postponeRest(runtime);
    if (this.#filling.has(runtime)) return;
    const filling = this.#fill(runtime, ready)
      .catch(() => undefined)
      .finally(() => this.#filling.delete(runtime));
    this.#filling.set(runtime, filling);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    const ended = WARMED.map((runtime) => this.#empty(runtime));
    await Promise.all([...this.#filling.values(), ...ended]);
  }

  async #fill(runtime: Runtime, ready: Sandbox[]): Promise<void> {
    while (ready.length < this.#size && !this.#closed) {
      const sandbox = await this.#start(runtime);
      void sandbox.exited.then(() => drop(ready, sandbox));
      await sandbox.status.waiting;
      const runs = sandbox.child.exitCode === null && sandbox.child.signalCode === null;
      if (runs && !this.#closed) ready.push(sandbox);
      else await end(sandbox);
      if (!runs) throw new Error(`a sandbox did not start: ${sandbox.status.complaint}`);
    }
  }

  #postponeRest(runtime: Runtime): void {
    clearTimeout(this.#idle.get(runtime));
    const timer = setTimeout(() => void this.#empty(runtime), IDLE_MS);
    timer.unref();
    this.#idle.set(runtime, timer);
  }

  async #empty(runtime: Runtime): Promise<void> {
    await Promise.all((this.#ready.get(runtime) ?? []).splice(0).map(end));
  }
}

/** Takes out one that died while it waited. One that was taken is released by its run. */
function drop(ready: Sandbox[], sandbox: Sandbox): void {
  const place = ready.indexOf(sandbox);
  if (place < 0) return;
  ready.splice(place, 1);
  release(sandbox);
}

async function end(sandbox: Sandbox): Promise<void> {
  killSandbox(sandbox);
  await sandbox.exited;
  release(sandbox);
}

function release(sandbox: Sandbox): void {
  sandbox.status.close();
  sandbox.jobInput.destroy();
  sandbox.release();
}

interface BubblewrapOptions {
  /** Sandboxes kept ready for each language that is in use; 0 keeps none. */
  readonly warm?: number;
  readonly bwrapPath?: string;
  /** Where runtime images are kept; without it skills see the machine's own programs, read-only. */
  readonly imageDirectory?: string;
}

interface Ground extends Omit<SandboxGround, "remove"> {
  readonly pool: SandboxPool;
  remove(): Promise<void>;
}

/**
 * Runs skills with bubblewrap: own namespaces without any network, no capability, a system call filter, rlimits and
 * a watchdog, as an unprivileged user. The kernel is shared with the machine.
 *
 * The package goes in as one stream that a trusted bootstrap unpacks on a tmpfs of the run; nothing is prepared on
 * disk, nothing is shared between runs, and the same sandbox can be started before its job is known. Nothing comes
 * out but standard output and error.
 */
export class BubblewrapRunner extends SandboxRunner<Ground> {
  readonly name = "bubblewrap";
  protected readonly words = {
    sandbox: "The sandbox",
    place: "the sandbox",
    remedy: describeRefusal(""),
  };
  readonly #options: BubblewrapOptions;

  constructor(options: BubblewrapOptions = {}) {
    super();
    this.#options = options;
  }

  protected async lay(): Promise<Ground> {
    const { bwrapPath = "/usr/bin/bwrap", imageDirectory, warm = 0 } = this.#options;
    const ground = await prepareSandbox({ bwrapPath, imageDirectory });
    const pool = new SandboxPool((runtime) => startSandbox(ground, runtime), warm);
    const remove = async () => {
      await pool.close();
      ground.remove();
    };
    return { ...ground, pool, remove };
  }

  protected judge({ version, hostUid }: Ground, test: LaunchedRun): Walls {
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
    return { runner: `bubblewrap ${version}`, isolation: "userns", limits: describeLimits(hostUid) };
  }

  protected override explain(runtime: Runtime, test: LaunchedRun): string {
    const missing = describeMissing().find(({ name }) => name === runtime);
    return missing
      ? `${runtime} is not installed on this server: ${missing.remedy}`
      : super.explain(runtime, test);
  }

  /** By the time a call is paid, its sandbox waits. */
  protected override prepareNext({ pool }: Ground, runtimes: readonly Runtime[]): void {
    for (const runtime of runtimes) pool.refill(runtime);
  }

  /** A waiting sandbox that died in the meantime costs a second start. */
  protected async execute(
    ground: Ground,
    { runtime, ...job }: PackedJob & { runtime: Runtime },
  ): Promise<LaunchedRun> {
    const waiting = ground.pool.take(runtime);
    if (waiting !== undefined) {
      const ended = await superviseRun(waiting, job);
      if (ended.started || ended.killedBy !== null) return { ...ended, warm: true };
    }
    return superviseRun(await startSandbox(ground, runtime), job);
  }
}
