import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { DomainError } from "@/lib/errors";
import { OnceItSucceeds } from "@/lib/once-it-succeeds";
import { layBootstraps, type LaidBootstraps } from "../bubblewrap/lay-bootstraps";
import { boundTimeout, packJob } from "../bubblewrap/job-request";
import { describeLimits, SANDBOX_ID } from "../bubblewrap/limits";
import { readVersion, selfTestJob } from "../bubblewrap/self-test";
import { makeWorkDirectory } from "../bubblewrap/work-directory";
import { prepareImages, type RuntimeImages } from "../images/runtime-images";
import {
  RUNTIMES,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type Runtime,
  type SkillRunner,
} from "../skill-runner";
import { ociSpec } from "./oci-spec";
import { runBundle, type BundleOutcome } from "./run-bundle";

export interface GvisorOptions {
  readonly imageDirectory: string;
  readonly runscPath?: string;
}

interface Ground {
  readonly images: RuntimeImages;
  readonly bootstraps: LaidBootstraps;
  readonly work: { readonly path: string; remove(): void };
  readonly runtimes: Partial<Record<Runtime, string>>;
  readonly unavailable: Partial<Record<Runtime, string>>;
}

const DEFAULT_RUNSC = "/usr/bin/runsc";
const SELF_TEST_TIMEOUT_MS = 20_000;
const INSTALL = "Install gVisor (sudo apt-get install -y runsc), or set RUNNER=auto.";

/**
 * Runs skills with gVisor, without Docker: a kernel of its own between the skill and the machine's. Slower to start than
 * namespaces alone, and what separates is more than they are. Works as root and, rootless, as an ordinary user.
 */
export class GvisorRunner implements SkillRunner {
  readonly name = "gvisor";
  readonly #options: GvisorOptions;
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #ground = new OnceItSucceeds(() => this.#prepare());

  constructor(options: GvisorOptions) {
    this.#options = options;
    setMaxListeners(0, this.#shutdown.signal);
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
    const ended = await this.#execute(ground, job);
    this.#assertStarted(job, ended);
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
    this.#shutdown.abort();
    await Promise.allSettled(this.#running);
    const ground = await this.#ground.take();
    ground?.work.remove();
    ground?.bootstraps.remove();
  }

  #limits() {
    // Inodes are the guest kernel's own, and no filter of ours is under it: gVisor brings its own.
    return { ...describeLimits(process.getuid?.() || SANDBOX_ID), inodes: null };
  }

  async #prepare(): Promise<Ground> {
    const { imageDirectory, runscPath = DEFAULT_RUNSC } = this.#options;
    if (!fs.existsSync(runscPath)) throw new Error(`There is no ${runscPath}.`);
    const images = await prepareImages(imageDirectory, process.execPath);
    if (!images) throw new Error("There are no runtime images on this system.");
    const runtimes: Partial<Record<Runtime, string>> = {};
    const unavailable: Partial<Record<Runtime, string>> = {};
    const ground = {
      images,
      runtimes,
      unavailable,
      bootstraps: layBootstraps(),
      work: makeWorkDirectory("closed"),
    };
    for (const runtime of RUNTIMES) {
      const test = await this.#execute(ground, selfTestJob(runtime, SELF_TEST_TIMEOUT_MS));
      const version = test.exitCode === 0 ? readVersion(test.stdout) : null;
      if (version === null) unavailable[runtime] = `${runtime} does not start in gVisor. ${test.stderrTail}`;
      else runtimes[runtime] = version;
    }
    if (Object.keys(runtimes).length > 0) return ground;
    ground.work.remove();
    ground.bootstraps.remove();
    throw new Error(unavailable.bash ?? "");
  }

  async #execute(ground: Ground, job: RunJob): Promise<BundleOutcome> {
    const archive = packJob(job);
    const id = `emporion-${process.pid}-${randomUUID()}`;
    const bundle = path.join(ground.work.path, id);
    const rootless = process.getuid?.() !== 0;
    const spec = ociSpec({
      runtime: job.runtime,
      imageRoot: ground.images[job.runtime].root,
      bootstraps: ground.bootstraps.files,
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
        path.join(ground.work.path, "state"),
      ],
      id,
      bundle,
      job: archive,
      timeoutMs: boundTimeout(job.timeoutMs),
      signals: job.signal ? [this.#shutdown.signal, job.signal] : [this.#shutdown.signal],
    });
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
      fs.rmSync(bundle, { recursive: true, force: true });
    }
  }

  #assertStarted(job: RunJob, { started, killedBy, stderrTail }: BundleOutcome): void {
    if (killedBy === "cancelled" && job.signal?.aborted) return;
    if (started && killedBy !== "cancelled") return;
    throw new DomainError("RUNNER_UNAVAILABLE", `gVisor did not start the skill. ${stderrTail.slice(-500)}`);
  }
}
