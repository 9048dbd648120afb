import { describeMissing, describeRefusal } from "@/lib/running/bubblewrap/describe-missing";
import { prepareSandbox, type SandboxGround } from "@/lib/running/bubblewrap/prepare-sandbox";
import { SandboxPool } from "@/lib/running/bubblewrap/sandbox-pool";
import { startSandbox } from "@/lib/running/bubblewrap/start-sandbox";
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
