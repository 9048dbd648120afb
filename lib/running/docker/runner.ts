import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import type { Isolation } from "@/lib/config/isolation-policy";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize-success";
import { logger } from "@/lib/kernel/observability/logger";
import { layBootstraps, type LaidBootstraps } from "@/lib/running/bubblewrap/bootstraps";
import { boundTimeout, packJob } from "@/lib/running/bubblewrap/job";
import { describeLimits, LIMITS, SANDBOX_ID } from "@/lib/running/bubblewrap/limits";
import { isSeccompArchitecture, seccompProfile } from "@/lib/running/bubblewrap/seccomp";
import {
  judgeSelfTests,
  selfTestJob,
  type Languages,
  findBreaches,
  findOpenWalls,
} from "@/lib/running/bubblewrap/self-test";
import { makeWorkDirectory, removeIfFails } from "@/lib/running/bubblewrap/work-directory";
import { EngineClient } from "@/lib/running/docker/engine-client";
import { containerSpec, type EngineWords, runContainer, RUN_LABEL } from "@/lib/running/docker/run-container";
import {
  assertStarted,
  NEVER_STARTED,
  RunsUnderWay,
  RUNTIMES,
  type LaunchedRun,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type Runtime,
  type SandboxLimits,
  type SkillRunner,
} from "@/lib/running/runners/skill-runner";

interface DockerOptions {
  readonly socketPath: string;
  /** `HostConfig.Runtime`; the engine's own choice if absent. */
  readonly ociRuntime?: string | undefined;
  /** Image of each language by name. Each has bash, tar, and its language where our own runtime images have it. */
  readonly images: Readonly<Record<Runtime, string>>;
  /** How long an answer of the engine may take. */
  readonly patienceMs?: number;
}

/** What is laid on disk for all runs. */
interface Laid {
  readonly bootstraps: LaidBootstraps;
  readonly words: EngineWords;
  remove(): void;
}

interface Ground extends Laid, Languages {
  readonly isolation: Isolation;
  readonly limits: SandboxLimits;
  /** Digest of each image as the engine knows it. */
  readonly imageIds: Readonly<Record<Runtime, string>>;
}

const SELF_TEST_TIMEOUT_MS = 60_000;
const PROFILE = "seccomp.json";
const LOOK_FOR_LEFT_EVERY_MS = 5 * 60_000;
const REMEDY = "Start the engine, let this user reach DOCKER_SOCKET, and load the images of DOCKER_IMAGES.";
const versionSchema = z.object({ Components: z.array(z.object({ Name: z.string() })).default([]) });
const imageSchema = z.object({ Id: z.string().regex(/^(sha256:)?[0-9a-f]{64}$/) });

/**
 * Runs skills in containers of a Docker engine, or of Podman: one for each run, without network, capabilities or a
 * writable root. An image that a skill declares by digest is used when the engine has it; then, and only then, it
 * counts as enforced.
 */
export class DockerRunner implements SkillRunner {
  readonly name = "docker";
  readonly #options: DockerOptions;
  readonly #engine: EngineClient;
  readonly #runs = new RunsUnderWay();
  readonly #ground = new MemoizedSuccess(() => this.#prepare());
  #lookedForLeftMs = -Infinity;

  constructor(options: DockerOptions) {
    this.#options = options;
    this.#engine = new EngineClient(options.socketPath, options.patienceMs);
  }

  async probe(): Promise<ProbeResult> {
    try {
      const { imageIds, isolation, limits, runtimes, unavailable } = await this.#ground.get();
      this.#removeLeft();
      return {
        ok: true,
        isolation,
        limits,
        runtimes,
        unavailable,
        images: imageIds,
      };
    } catch (error) {
      return {
        ok: false,
        reason: `The container engine cannot run skills. ${String(error)}`,
        remedy: REMEDY,
      };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const ground = await this.#ground.get().catch((error: unknown) => {
      throw new DomainError("RUNNER_UNAVAILABLE", `The container engine cannot run skills. ${REMEDY}`, {
        cause: error,
      });
    });
    const reason = ground.unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const imageId = (await this.#findDeclared(job.imageDigest)) ?? ground.imageIds[job.runtime];
    const executed = job.signal?.aborted
      ? Promise.resolve(NEVER_STARTED)
      : this.#execute(ground, job, imageId);
    const ended = await executed.catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      this.#leave(ground);
      throw new DomainError("RUNNER_UNAVAILABLE", "The container engine did not run the skill.", {
        cause: error,
      });
    });
    if (!ended.started && ended.killedBy === null) this.#leave(ground);
    assertStarted("The container", job, ended);
    const { started: _, ...outcome } = ended;
    const imageEnforced = imageId === job.imageDigest;
    return {
      ...outcome,
      runner: "docker",
      isolation: ground.isolation,
      imageDigest: imageId,
      enforced: { ...ground.limits, imageEnforced, timeoutMs: boundTimeout(job.timeoutMs) },
    };
  }

  async close(): Promise<void> {
    await this.#runs.end();
    const ground = await this.#ground.take();
    ground?.remove();
  }

  /**
   * What was laid ready may have been cleared away from /tmp under a long-lived server, or the images loaded anew: the
   * next run begins afresh.
   */
  #leave(ground: Ground): void {
    if (this.#ground.forget(ground)) ground.remove();
  }

  /** Now and then, and not in the way of whoever asks. */
  #removeLeft(): void {
    if (performance.now() - this.#lookedForLeftMs < LOOK_FOR_LEFT_EVERY_MS) return;
    this.#lookedForLeftMs = performance.now();
    removeLeftContainers(this.#engine).catch((error: unknown) => {
      logger.warn({ err: error }, "containers of ended processes could not be removed");
    });
  }

  async #prepare(): Promise<Ground> {
    const { images } = this.#options;
    const imageIds = {
      python3: await this.#inspect(images.python3),
      node: await this.#inspect(images.node),
      bash: await this.#inspect(images.bash),
    };
    const laid = layForAll(await this.#isPodman());
    try {
      const bash = await this.#execute(laid, selfTestOf("bash"), imageIds.bash);
      if (bash.exitCode !== 0) throw new Error(`A container did not start. ${bash.stderrTail}`);
      const walls = readWalls(bash.stdout, this.#options.ociRuntime);
      const tests = [];
      for (const runtime of RUNTIMES) {
        const outcome =
          runtime === "bash" ? bash : await this.#execute(laid, selfTestOf(runtime), imageIds[runtime]);
        tests.push({ runtime, outcome });
      }
      const languages = judgeSelfTests(
        tests,
        (runtime, { stderrTail }) => `${runtime} does not start in its image. ${stderrTail}`,
      );
      return { ...laid, ...walls, ...languages, imageIds };
    } catch (error) {
      laid.remove();
      throw error;
    }
  }

  async #isPodman(): Promise<boolean> {
    const { Components: parts } = versionSchema.parse(await this.#engine.call("GET", "/version"));
    return parts.some(({ Name }) => /podman/i.test(Name));
  }

  async #inspect(name: string): Promise<string> {
    const { Id: id } = imageSchema.parse(
      await this.#engine.call("GET", `/images/${encodeURIComponent(name)}/json`),
    );
    return id.startsWith("sha256:") ? id : `sha256:${id}`;
  }

  /** The declared image, if the engine has one of that very digest. */
  async #findDeclared(digest: string | null | undefined): Promise<string | null> {
    if (digest === null || digest === undefined) return null;
    const found = await this.#inspect(digest).catch(() => null);
    return found === digest ? found : null;
  }

  async #execute({ bootstraps, words }: Laid, job: RunJob, imageId: string): Promise<LaunchedRun> {
    const run = runContainer(this.#engine, {
      container: containerSpec({
        runtime: job.runtime,
        imageId,
        ociRuntime: this.#options.ociRuntime,
        words,
        bootstraps: bootstraps.files,
      }),
      job: packJob(job),
      timeoutMs: boundTimeout(job.timeoutMs),
      signals: this.#runs.signalsOf(job),
    });
    return this.#runs.track(run);
  }
}

/** Throws where the machine has no filter of ours. */
function layForAll(podman: boolean): Laid {
  const architecture = process.arch;
  if (!isSeccompArchitecture(architecture))
    throw new Error(`There is no system call filter for ${architecture}.`);
  const profile = seccompProfile(architecture);
  const bootstraps = layBootstraps();
  const layProfile = (place: string) => fs.writeFileSync(path.join(place, PROFILE), profile, { mode: 0o644 });
  const closed = removeIfFails(bootstraps, () => makeWorkDirectory("readable", layProfile));
  const remove = () => {
    closed.remove();
    bootstraps.remove();
  };
  const words: EngineWords = podman
    ? { seccomp: path.join(closed.path, PROFILE), tmpfsOption: ",notmpcopyup" }
    : { seccomp: profile, tmpfsOption: "" };
  return { bootstraps, words, remove };
}

const selfTestOf = (runtime: Runtime) =>
  selfTestJob(runtime, SELF_TEST_TIMEOUT_MS, runtime === "bash" ? LOOK_AROUND : "");

/**
 * What the self-test in bash prints besides, so that nothing is believed of an engine that was not seen from inside.
 */
const LOOK_AROUND = `
read -r _ _ kernel _ </proc/version
echo "kernel $kernel"
look() {
  for file in "\${@:2}"; do
    if [[ -r $file ]]; then echo "$1 $(<"$file")"; fi
  done
}
look memory /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes
look processes /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max
`;

interface Walls {
  readonly isolation: Isolation;
  readonly limits: SandboxLimits;
}

/**
 * What a container was seen to be separated by, from the report of the self-test. Throws where it does not hold, and
 * where runsc was asked for and the kernel inside is the machine's own.
 */
function readWalls(report: string, ociRuntime: string | undefined): Walls {
  const kernel = /^kernel (\S+)/m.exec(report)?.[1];
  const ownKernel = kernel !== undefined && kernel !== os.release();
  const gvisor = ociRuntime !== undefined && /(^|\/)runsc[^/]*$/.test(ociRuntime);
  // An image may bring folders such as /root or /var; they are its own. Nor does gVisor's kernel tell of filters
  // under it.
  const breaches = gvisor ? findOpenWalls(report) : findBreaches(report.replace(/^visible .*$/gm, ""));
  if (gvisor && !ownKernel) breaches.push("the kernel is not gVisor's");
  if (breaches.length > 0) throw new Error(`A container does not hold: ${breaches.join("; ")}.`);
  const memoryBytes = boundOf(report, "memory", LIMITS.memoryBytes);
  return {
    isolation: gvisor ? "gvisor" : "oci-runc",
    limits: {
      ...describeLimits(SANDBOX_ID),
      memoryBy: memoryBytes === null ? "none" : "cgroup",
      memoryBytes,
      processes: boundOf(report, "processes", LIMITS.processes),
      inodes: null,
    },
  };
}

/** A bound of the control group, when it was seen and is what was asked for. */
function boundOf(report: string, name: string, asked: number): number | null {
  const found = Number(new RegExp(`^${name} (\\d+)`, "m").exec(report)?.[1] ?? Infinity);
  return found <= asked ? found : null;
}

/** No run lasts as long, its start and its end included. */
const LEFT_AFTER_MS = 2 * LIMITS.maxTimeoutMs;

const listedSchema = z.array(z.object({ Id: z.string(), Created: z.number() })).nullable();

/**
 * Removes containers of runs that began more than `olderThanMs` ago. The process that would have ended them was killed,
 * and nothing else ends what is in them. Whose they were does not matter: several processes may share an engine.
 */
export async function removeLeftContainers(
  engine: EngineClient,
  { olderThanMs = LEFT_AFTER_MS }: { olderThanMs?: number } = {},
): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ label: [RUN_LABEL] }));
  const listed =
    listedSchema.parse(await engine.call("GET", `/containers/json?all=1&filters=${filters}`)) ?? [];
  const before = systemClock.now().getTime() - olderThanMs;
  for (const { Id: id, Created: createdSeconds } of listed) {
    if (createdSeconds * 1_000 <= before) await engine.call("DELETE", `/containers/${id}?force=1&v=1`);
  }
}
