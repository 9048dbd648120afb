import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { LaunchedOutput } from "../contract/launched-output";
import type { KillReason, LaunchedRun } from "../runners/skill-runner";
import { splitFrames, type EngineClient } from "./engine-client";

/** What is under way when a container has ended arrives within this. */
const LAST_OUTPUT_MS = 1_000;
/**
 * One that is not started yet cannot be killed, and the engine may be busy: it is told again until the run has ended.
 */
const KILL_AGAIN_MS = 1_000;

export interface ContainerRun {
  /** The body of the engine's create call. */
  readonly container: object;
  readonly job: Uint8Array;
  readonly timeoutMs: number;
  readonly signals: readonly AbortSignal[];
}

const createdSchema = z.object({ Id: z.string() });
const waitedSchema = z.object({ StatusCode: z.number() });
const endedSchema = z.object({ State: z.object({ OOMKilled: z.boolean().default(false) }) });

/** Runs one job in a container of its own, and removes it whatever happens. */
export async function runContainer(engine: EngineClient, run: ContainerRun): Promise<LaunchedRun> {
  const startedAt = performance.now();
  const { Id: id } = createdSchema.parse(await engine.call("POST", "/containers/create", run.container));
  let killedBy: KillReason | null = null;
  let killing: NodeJS.Timeout | undefined;
  // One that has ended by itself cannot be killed any more.
  const strike = () => void engine.call("POST", `/containers/${id}/kill`).catch(() => undefined);
  const kill = (reason: KillReason) => {
    if (killedBy !== null) return;
    killedBy = reason;
    killing = setInterval(strike, KILL_AGAIN_MS);
    strike();
  };
  const cancel = () => kill("cancelled");
  const timer = setTimeout(() => kill("timeout"), run.timeoutMs);
  for (const signal of run.signals) signal.addEventListener("abort", cancel, { once: true });
  try {
    const output = new LaunchedOutput(kill);
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
    const waited = await engine.call("POST", `/containers/${id}/wait`, undefined, run.timeoutMs);
    const { StatusCode: status } = waitedSchema.parse(waited);
    await Promise.race([closed, sleep(LAST_OUTPUT_MS)]);
    stream.destroy();
    const { State: state } = endedSchema.parse(await engine.call("GET", `/containers/${id}/json`));
    if (state.OOMKilled) killedBy ??= "memory";
    return {
      ...output.read(),
      exitCode: killedBy === null ? status : null,
      killedBy,
      wallMs: Math.round(performance.now() - startedAt),
      peakRssBytes: 0, // the engine bounds the memory and does not tell
    };
  } finally {
    clearTimeout(timer);
    clearInterval(killing);
    for (const signal of run.signals) signal.removeEventListener("abort", cancel);
    await engine.call("DELETE", `/containers/${id}?force=1&v=1`).catch(() => undefined);
  }
}
