import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize-success";
import { layBootstraps, type LaidBootstraps } from "../bubblewrap/lay-bootstraps";
import { boundTimeout, packJob } from "../bubblewrap/job-request";
import { describeLimits } from "../bubblewrap/limits";
import { judgeSelfTests, selfTestJob, type Languages } from "../bubblewrap/self-test";
import { makeWorkDirectory, removeIfFails } from "../bubblewrap/work-directory";
import { prepareImages, type RuntimeImages } from "../images/runtime-images";
import { assertStarted } from "../runners/assert-started";
import { NEVER_STARTED } from "../runners/never-started";
import { RunsUnderWay } from "../runs/runs-under-way";
import {
  RUNTIMES,
  type LaunchedRun,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type SkillRunner,
} from "../runners/skill-runner";
import { ociSpec } from "./oci-spec";
import { runBundle } from "./run-bundle";

export interface GvisorOptions {
  readonly imageDirectory: string;
  readonly runscPath?: string;
}

/** What is laid ready for all runs. */
interface Laid {
  readonly images: RuntimeImages;
  readonly bootstraps: LaidBootstraps;
  readonly work: { readonly path: string; remove(): void };
}

type Ground = Laid & Languages;

const DEFAULT_RUNSC = "/usr/bin/runsc";
/** As whom runsc runs a sandbox that root starts, whatever user is asked for inside. */
const NOBODY = 65_534;
const SELF_TEST_TIMEOUT_MS = 20_000;
const INSTALL = "Install gVisor (sudo apt-get install -y runsc), or set RUNNER=auto.";

/**
 * Runs skills with gVisor, without Docker: a kernel of its own between the skill and the machine's. Slower to start
 * than namespaces alone, and what separates is more than they are. Works as root and, rootless, as an ordinary user.
 */
export class GvisorRunner implements SkillRunner {
  readonly name = "gvisor";
  readonly #options: GvisorOptions;
  readonly #runs = new RunsUnderWay();
  readonly #ground = new MemoizedSuccess(() => this.#prepare());

  constructor(options: GvisorOptions) {
    this.#options = options;
  }

  async probe(): Promise<ProbeResult> {
    try {
      const { images, runtimes, unavailable } = await this.#ground.get();
      const digests = { python3: images.python3.digest, node: images.node.digest, bash: images.bash.digest };
      return {
        ok: true,
        isolation: "gvisor",
        limits: this.#limits(),
        runtimes,
        unavailable,
        images: digests,
      };
    } catch (error) {
      return { ok: false, reason: `gVisor cannot run skills here. ${String(error)}`, remedy: INSTALL };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const ground = await this.#ground.get().catch((error: unknown) => {
      throw new DomainError("RUNNER_UNAVAILABLE", `gVisor cannot run skills here. ${INSTALL}`, {
        cause: error,
      });
    });
    const reason = ground.unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const executed = job.signal?.aborted ? Promise.resolve(NEVER_STARTED) : this.#execute(ground, job);
    const ended = await executed.catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      this.#leave(ground);
      throw new DomainError("RUNNER_UNAVAILABLE", "gVisor did not run the skill.", { cause: error });
    });
    if (!ended.started && ended.killedBy === null) this.#leave(ground);
    assertStarted("gVisor", job, ended);
    const imageDigest = ground.images[job.runtime].digest;
    const { started: _, ...outcome } = ended;
    return {
      ...outcome,
      runner: "gvisor",
      isolation: "gvisor",
      imageDigest,
      enforced: {
        ...this.#limits(),
        imageEnforced: imageDigest === job.imageDigest,
        timeoutMs: boundTimeout(job.timeoutMs),
      },
    };
  }

  async close(): Promise<void> {
    await this.#runs.end();
    const ground = await this.#ground.take();
    if (ground) removeLaid(ground);
  }

  /** What was laid ready may have been cleared away from /tmp under a long-lived server: the next run begins afresh. */
  #leave(ground: Ground): void {
    if (this.#ground.forget(ground)) removeLaid(ground);
  }

  #limits() {
    // Inodes are the guest kernel's own, and no filter of ours is under it: gVisor brings its own.
    return { ...describeLimits(process.getuid?.() || NOBODY), inodes: null };
  }

  async #prepare(): Promise<Ground> {
    const { imageDirectory, runscPath = DEFAULT_RUNSC } = this.#options;
    if (!fs.existsSync(/* turbopackIgnore: true */ runscPath)) throw new Error(`There is no ${runscPath}.`);
    const images = await prepareImages(imageDirectory, process.execPath);
    if (!images) throw new Error("There are no runtime images on this system.");
    const bootstraps = layBootstraps();
    const laid = { images, bootstraps, work: removeIfFails(bootstraps, () => makeWorkDirectory("closed")) };
    const tests = [];
    for (const runtime of RUNTIMES) {
      const outcome = await this.#execute(laid, selfTestJob(runtime, SELF_TEST_TIMEOUT_MS)).catch(
        (error: unknown) => {
          removeLaid(laid);
          throw error;
        },
      );
      tests.push({ runtime, outcome });
    }
    const languages = judgeSelfTests(
      tests,
      (runtime, { stderrTail }) => `${runtime} does not start in gVisor. ${stderrTail}`,
    );
    if (Object.keys(languages.runtimes).length > 0) return { ...laid, ...languages };
    removeLaid(laid);
    throw new Error(languages.unavailable.bash ?? "");
  }

  async #execute(laid: Laid, job: RunJob): Promise<LaunchedRun> {
    const archive = packJob(job);
    const id = `emporion-${process.pid}-${randomUUID()}`;
    const bundle = path.join(laid.work.path, id);
    const rootless = process.getuid?.() !== 0;
    const spec = ociSpec({
      runtime: job.runtime,
      imageRoot: laid.images[job.runtime].root,
      bootstraps: laid.bootstraps.files,
      rootless,
    });
    fs.mkdirSync(bundle);
    fs.writeFileSync(path.join(bundle, "config.json"), JSON.stringify(spec));
    const run = runBundle({
      runscPath: this.#options.runscPath ?? DEFAULT_RUNSC,
      options: [
        "--platform=ptrace",
        "--network=none",
        "--ignore-cgroups",
        ...(rootless ? ["--rootless"] : []),
        "--root",
        path.join(laid.work.path, "state"),
      ],
      id,
      bundle,
      job: archive,
      timeoutMs: boundTimeout(job.timeoutMs),
      signals: this.#runs.signalsOf(job),
    });
    try {
      return await this.#runs.track(run);
    } finally {
      fs.rmSync(bundle, { recursive: true, force: true });
    }
  }
}

function removeLaid({ work, bootstraps }: Laid): void {
  work.remove();
  bootstraps.remove();
}
