import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { systemClock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { layBootstraps, type LaidBootstraps } from "@/lib/running/sandbox/bootstraps";
import { describeLimits, LIMITS, SANDBOX_ID } from "@/lib/running/sandbox/limits";
import { isSeccompArchitecture, seccompProfile } from "@/lib/running/sandbox/seccomp";
import type { PackedJob } from "@/lib/running/sandbox/run-watch";
import { SandboxRunner, type Walls } from "@/lib/running/sandbox/sandbox-runner";
import { findBreaches, findOpenWalls } from "@/lib/running/sandbox/self-test";
import { makeWorkDirectory, removeIfFails } from "@/lib/running/sandbox/work-directory";
import { EngineClient } from "@/lib/running/docker/engine-client";
import { containerSpec, type EngineWords, runContainer, RUN_LABEL } from "@/lib/running/docker/run-container";
import type { LaunchedRun, RunJob, Runtime } from "@/lib/running/runners/skill-runner";

interface DockerOptions {
  readonly socketPath: string;
  /** `HostConfig.Runtime`; the engine's own choice if absent. */
  readonly ociRuntime?: string | undefined;
  /** Image of each language by name. Each has bash, tar, and its language where our own runtime images have it. */
  readonly images: Readonly<Record<Runtime, string>>;
  /** How long an answer of the engine may take. */
  readonly patienceMs?: number;
}

/** What is laid ready for all runs. */
interface Ground {
  readonly images: Readonly<Record<Runtime, string>>;
  readonly bootstraps: LaidBootstraps;
  readonly words: EngineWords;
  remove(): void;
}

const PROFILE = "seccomp.json";
const LOOK_FOR_LEFT_EVERY_MS = 5 * 60_000;
const versionSchema = z.object({ Components: z.array(z.object({ Name: z.string() })).default([]) });
const imageSchema = z.object({ Id: z.string().regex(/^(sha256:)?[0-9a-f]{64}$/) });

/**
 * Runs skills in containers of a Docker engine, or of Podman: one for each run, without network, capabilities or a
 * writable root. An image that a skill declares by digest is used when the engine has it; then, and only then, it
 * counts as enforced.
 */
export class DockerRunner extends SandboxRunner<Ground> {
  readonly name = "docker";
  protected readonly words = {
    sandbox: "The container engine",
    place: "its image",
    remedy: "Start the engine, let this user reach DOCKER_SOCKET, and load the images of DOCKER_IMAGES.",
  };
  protected override readonly furtherTest = LOOK_AROUND;
  readonly #options: DockerOptions;
  readonly #engine: EngineClient;
  #lookedForLeftMs = -Infinity;

  constructor(options: DockerOptions) {
    super();
    this.#options = options;
    this.#engine = new EngineClient(options.socketPath, options.patienceMs);
  }

  /** The declared image, if the engine has one of that very digest. */
  protected override async imageFor(ground: Ground, job: RunJob): Promise<string | null> {
    const { imageDigest } = job;
    const found = imageDigest ? await this.#inspect(imageDigest).catch(() => null) : null;
    return found !== null && found === imageDigest ? found : super.imageFor(ground, job);
  }

  protected async lay(): Promise<Ground> {
    const { python3, node, bash } = this.#options.images;
    const images = {
      python3: await this.#inspect(python3),
      node: await this.#inspect(node),
      bash: await this.#inspect(bash),
    };
    return { images, ...layForAll(await this.#isPodman()) };
  }

  protected judge(_ground: Ground, { exitCode, stdout, stderrTail }: LaunchedRun): Walls {
    if (exitCode !== 0) throw new Error(`A container did not start. ${stderrTail}`);
    return { runner: this.name, ...readWalls(stdout, this.#options.ociRuntime) };
  }

  protected execute(
    { bootstraps, words }: Ground,
    { runtime, image, ...job }: PackedJob & { runtime: Runtime; image: string | null },
  ): Promise<LaunchedRun> {
    const { ociRuntime } = this.#options;
    const container = containerSpec({ runtime, image, ociRuntime, words, bootstraps: bootstraps.files });
    return runContainer(this.#engine, container, job);
  }

  /** Now and then, and not in the way of whoever asks. */
  protected override prepareNext(): void {
    if (performance.now() - this.#lookedForLeftMs < LOOK_FOR_LEFT_EVERY_MS) return;
    this.#lookedForLeftMs = performance.now();
    removeLeftContainers(this.#engine).catch((error: unknown) => {
      logger.warn({ err: error }, "containers of ended processes could not be removed");
    });
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
}

/** Throws where the machine has no filter of ours. */
function layForAll(podman: boolean): Omit<Ground, "images"> {
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

/**
 * What a container was seen to be separated by, from the report of the self-test. Throws where it does not hold, and
 * where runsc was asked for and the kernel inside is the machine's own.
 */
function readWalls(report: string, ociRuntime: string | undefined): Omit<Walls, "runner"> {
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
