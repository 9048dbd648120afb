import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr } from "../bubblewrap/launcher";
import { LIMITS, SANDBOX_ID } from "../bubblewrap/limits";
import type { Runtime } from "../runners/skill-runner";

/** What Docker and Podman want to be told differently. */
export interface EngineWords {
  /** Value of the security option `seccomp`: where the filter lies for Podman, the filter itself for Docker. */
  readonly seccomp: string;
  /** Podman would give a tmpfs the owner and mode of the image's folder. */
  readonly tmpfsOption: "" | ",notmpcopyup";
}

export interface ContainerParts {
  readonly runtime: Runtime;
  /** Digest of the image, so that no tag can be moved between its inspection and the start. */
  readonly imageId: string;
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
export function containerSpec({ runtime, imageId, ociRuntime, words, bootstraps }: ContainerParts): object {
  return {
    Image: imageId,
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
      Ulimits: ulimits(),
    },
  };
}

const tmpfs = (bytes: number, { tmpfsOption }: EngineWords) =>
  `rw,nosuid,nodev,exec,size=${bytes},mode=1777${tmpfsOption}`;

function ulimits(): object[] {
  const values = {
    core: 0,
    cpu: LIMITS.maxTimeoutMs / 1_000,
    data: LIMITS.processMemoryBytes,
    fsize: LIMITS.fileBytes,
    nofile: LIMITS.openFiles,
    nproc: ALL_PROCESSES,
    stack: LIMITS.stackBytes,
  };
  return Object.entries(values).map(([Name, value]) => ({ Name, Soft: value, Hard: value }));
}
