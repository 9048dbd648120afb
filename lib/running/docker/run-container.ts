import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr, READY, WAITING } from "../bubblewrap/launcher";
import { LIMITS, SANDBOX_ID } from "../bubblewrap/limits";
import type { KillReason, Runtime } from "../skill-runner";
import { splitFrames, type EngineClient } from "./engine-client";

const STDERR_TAIL_BYTES = 8 * 1024;
const PREFIX = Buffer.from(WAITING + READY);
/** What is under way when a container has ended arrives within this. */
const LAST_OUTPUT_MS = 1_000;

export interface ContainerRun {
  readonly runtime: Runtime;
  /** Digest of the image, so that no tag can be moved between its inspection and the start. */
  readonly imageId: string;
  /** `HostConfig.Runtime`: runc, runsc, kata…; the engine's own choice if absent. */
  readonly ociRuntime: string | undefined;
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
  readonly job: Uint8Array;
  readonly timeoutMs: number;
  readonly signals: readonly AbortSignal[];
}

export interface ContainerOutcome {
  /** False when nothing of the skill has run; `stderrTail` then says why. */
  readonly started: boolean;
  readonly exitCode: number | null;
  readonly killedBy: KillReason | null;
  readonly stdout: string;
  readonly stderrTail: string;
  readonly wallMs: number;
}

const createdSchema = z.object({ Id: z.string() });
const waitedSchema = z.object({ StatusCode: z.number() });
const endedSchema = z.object({ State: z.object({ OOMKilled: z.boolean().default(false) }) });

/** Runs one job in a container of its own, and removes it whatever happens. */
export async function runContainer(engine: EngineClient, run: ContainerRun): Promise<ContainerOutcome> {
  const startedAt = performance.now();
  const { Id: id } = createdSchema.parse(await engine.call("POST", "/containers/create", containerOf(run)));
  let killedBy: KillReason | null = null;
  const kill = (reason: KillReason) => {
    if (killedBy !== null) return;
    killedBy = reason;
    // One that has ended by itself cannot be killed any more.
    engine.call("POST", `/containers/${id}/kill`).catch(() => undefined);
  };
  const cancel = () => kill("cancelled");
  const timer = setTimeout(() => kill("timeout"), run.timeoutMs);
  for (const signal of run.signals) signal.addEventListener("abort", cancel, { once: true });
  try {
    const output = collect(kill);
    const stream = await engine.attach(id);
    const closed = new Promise<void>((resolve) => stream.once("close", resolve).once("end", resolve));
    stream.on("error", () => undefined);
    stream.on(
      "data",
      splitFrames((from, bytes) => output.add(from, bytes)),
    );
    await engine.call("POST", `/containers/${id}/start`);
    if (run.signals.some(({ aborted }) => aborted)) cancel();
    stream.end(run.job);
    const { StatusCode: status } = waitedSchema.parse(await engine.call("POST", `/containers/${id}/wait`));
    await Promise.race([closed, sleep(LAST_OUTPUT_MS)]);
    stream.destroy();
    const { State: state } = endedSchema.parse(await engine.call("GET", `/containers/${id}/json`));
    if (state.OOMKilled) killedBy ??= "memory";
    return {
      ...output.read(),
      exitCode: killedBy === null ? status : null,
      killedBy,
      wallMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    clearTimeout(timer);
    for (const signal of run.signals) signal.removeEventListener("abort", cancel);
    await engine.call("DELETE", `/containers/${id}?force=1&v=1`).catch(() => undefined);
  }
}

function containerOf({ runtime, imageId, ociRuntime, bootstraps }: ContainerRun): object {
  const limit = (Name: string, value: number) => ({ Name, Soft: value, Hard: value });
  const tmpfs = (bytes: number) => `rw,nosuid,nodev,exec,size=${bytes},mode=1777`;
  return {
    Image: imageId,
    Entrypoint: [],
    Cmd: launcherOnStderr(runtime),
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
      SecurityOpt: ["no-new-privileges"],
      Memory: LIMITS.memoryBytes,
      MemorySwap: LIMITS.memoryBytes,
      PidsLimit: LIMITS.processes,
      Tmpfs: { "/tmp": tmpfs(LIMITS.temporaryBytes), "/job": tmpfs(LIMITS.jobBytes) },
      Binds: runtime === "bash" ? [] : [`${bootstraps[runtime]}:${BOOTSTRAP_PATHS[runtime]}:ro`],
      // Not nproc: it counts a user's processes on the whole machine, other sandboxes included. PidsLimit counts these.
      Ulimits: [
        limit("nofile", LIMITS.openFiles),
        limit("fsize", LIMITS.fileBytes),
        limit("core", 0),
        limit("data", LIMITS.processMemoryBytes),
      ],
    },
  };
}

function collect(kill: (reason: KillReason) => void) {
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const total = { stdout: 0, stderr: 0 };
  const most = { stdout: LIMITS.stdoutBytes, stderr: LIMITS.stderrBytes };
  const reason = { stdout: "stdout_limit", stderr: "stderr_limit" } as const;
  return {
    add(stream: "stdout" | "stderr", bytes: Buffer) {
      total[stream] += bytes.length;
      if (total[stream] > most[stream]) kill(reason[stream]);
      else kept[stream].push(bytes);
    },
    read() {
      const said = Buffer.concat(kept.stderr);
      const started = said.subarray(0, PREFIX.length).equals(PREFIX);
      const own = started ? said.subarray(PREFIX.length) : said;
      return {
        started,
        stdout: Buffer.concat(kept.stdout).toString("utf8"),
        stderrTail: own.subarray(-STDERR_TAIL_BYTES).toString("utf8").replaceAll("\0", "\uFFFD"),
      };
    },
  };
}
