import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr } from "@/lib/running/sandbox/launcher";
import { dataBytes, LIMITS, SANDBOX_ID } from "@/lib/running/sandbox/limits";
import { RunWatch, type PackedJob } from "@/lib/running/sandbox/run-watch";
import { splitFrames, type EngineClient } from "@/lib/running/docker/engine-client";
import type { LaunchedRun, Runtime } from "@/lib/running/runners/skill-runner";

/** What is under way when a container has ended arrives within this. */
const LAST_OUTPUT_MS = 1_000;
/**
 * One that is not started yet cannot be killed, and the engine may be busy: it is told again until the run has ended.
 */
const KILL_AGAIN_MS = 1_000;

const createdSchema = z.object({ Id: z.string() });
const waitedSchema = z.object({ StatusCode: z.number() });
const endedSchema = z.object({ State: z.object({ OOMKilled: z.boolean().default(false) }) });

/**
 * Runs one job in a container of its own, and removes it whatever happens. `container` is the body of the engine's create
 * call.
 */
export async function runContainer(
  engine: EngineClient,
  container: object,
  job: PackedJob,
): Promise<LaunchedRun> {
  const { Id: id } = createdSchema.parse(await engine.call("POST", "/containers/create", container));
  let killing: NodeJS.Timeout | undefined;
  // One that has ended by itself cannot be killed any more.
  const strike = () => void engine.call("POST", `/containers/${id}/kill`).catch(() => undefined);
  const kill = () => {
    if (killing !== undefined) return;
    killing = setInterval(strike, KILL_AGAIN_MS);
    strike();
  };
  // An engine may be busy for longer than a skill may run: its time begins when there is a container.
  const watch = new RunWatch({ ...job, startedAtMs: performance.now() }, kill, { launcherOn: "stderr" });
  try {
    const stream = await engine.attach(id);
    const closed = new Promise<void>((resolve) => stream.once("close", resolve).once("end", resolve));
    stream.on("error", () => undefined);
    stream.on(
      "data",
      splitFrames((from, bytes) => watch.write(from, bytes)),
    );
    await engine.call("POST", `/containers/${id}/start`);
    stream.end(job.archive);
    const waited = await engine.call("POST", `/containers/${id}/wait`, undefined, job.timeoutMs);
    const { StatusCode: status } = waitedSchema.parse(waited);
    await Promise.race([closed, sleep(LAST_OUTPUT_MS)]);
    stream.destroy();
    const { State: state } = endedSchema.parse(await engine.call("GET", `/containers/${id}/json`));
    if (state.OOMKilled) watch.end("memory");
    return watch.ended(status); // the engine bounds the memory and does not tell how much it was
  } finally {
    watch.stop();
    clearInterval(killing);
    await engine.call("DELETE", `/containers/${id}?force=1&v=1`).catch(() => undefined);
  }
}

/** What Docker and Podman want to be told differently. */
export interface EngineWords {
  /** Value of the security option `seccomp`: where the filter lies for Podman, the filter itself for Docker. */
  readonly seccomp: string;
  /** Podman would give a tmpfs the owner and mode of the image's folder. */
  readonly tmpfsOption: "" | ",notmpcopyup";
}

interface ContainerParts {
  readonly runtime: Runtime;
  /** Digest of the image, so that no tag can be moved between its inspection and the start. */
  readonly image: string | null;
  /** `HostConfig.Runtime`: runc, runsc, kata…; the engine's own choice if absent. */
  readonly ociRuntime: string | undefined;
  readonly words: EngineWords;
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
}

/**
 * This limit counts the processes of a user on the whole machine, other sandboxes included, so it only bounds all
 * of them together; `PidsLimit` counts those of one. Set because an engine's own default may be more than the
 * machine allows.
 */
const ALL_PROCESSES = 4_096;
/** Tells our containers from all others of the engine. */
export const RUN_LABEL = "emporion.run";
/** For places an engine makes writable by itself: /tmp is the place to write. */
const SMALLEST_BYTES = 65_536;

/**
 * What the engine is asked to make for one run: no network, no capability, a read-only root, two fresh tmpfs,
 * every limit.
 */
export function containerSpec({ runtime, image, ociRuntime, words, bootstraps }: ContainerParts): object {
  return {
    Image: image,
    Labels: { [RUN_LABEL]: runtime },
    Entrypoint: [],
    Cmd: launcherOnStderr(runtime, { limitAddressSpace: true }),
    Env: Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
    User: `${SANDBOX_ID}:${SANDBOX_ID}`,
    WorkingDir: "/job",
    Hostname: "skill",
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    NetworkDisabled: true,
    HostConfig: {
      ...(ociRuntime === undefined ? {} : { Runtime: ociRuntime }),
      NetworkMode: "none",
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges", `seccomp=${words.seccomp}`],
      Memory: LIMITS.memoryBytes,
      MemorySwap: LIMITS.memoryBytes,
      PidsLimit: LIMITS.processes,
      ShmSize: SMALLEST_BYTES,
      // What a container says is for the market alone; the engine keeps no copy on disk.
      LogConfig: { Type: "none" },
      Tmpfs: {
        "/tmp": tmpfs(LIMITS.temporaryBytes, words),
        "/job": tmpfs(LIMITS.jobBytes, words),
        // Podman would mount them without a bound beside a read-only root.
        "/run": tmpfs(SMALLEST_BYTES, words),
        "/var/tmp": tmpfs(SMALLEST_BYTES, words),
      },
      Binds: runtime === "bash" ? [] : [`${bootstraps[runtime]}:${BOOTSTRAP_PATHS[runtime]}:ro`],
      Ulimits: ulimits(runtime),
    },
  };
}

const tmpfs = (bytes: number, { tmpfsOption }: EngineWords) =>
  `rw,nosuid,nodev,exec,size=${bytes},mode=1777${tmpfsOption}`;

function ulimits(runtime: Runtime): object[] {
  const values = {
    core: 0,
    cpu: LIMITS.maxTimeoutMs / 1_000,
    data: dataBytes(runtime),
    fsize: LIMITS.fileBytes,
    nofile: LIMITS.openFiles,
    nproc: ALL_PROCESSES,
    stack: LIMITS.stackBytes,
  };
  return Object.entries(values).map(([Name, value]) => ({ Name, Soft: value, Hard: value }));
}
