import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { READY, WAITING } from "../bubblewrap/launcher";
import { LIMITS } from "../bubblewrap/limits";
import type { KillReason } from "../skill-runner";
import { splitFrames, type EngineClient } from "./engine-client";

const STDERR_TAIL_BYTES = 8 * 1024;
const PREFIX = Buffer.from(WAITING + READY);
/** What is under way when a container has ended arrives within this. */
const LAST_OUTPUT_MS = 1_000;

export interface ContainerRun {
  /** The body of the engine's create call. */
  readonly container: object;
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
  const { Id: id } = createdSchema.parse(await engine.call("POST", "/containers/create", run.container));
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
