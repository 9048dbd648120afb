import type { KillReason, LaunchedRun } from "../runners/skill-runner";
import { LIMITS } from "./limits";
import { countLocks, countMappings } from "./kernel-objects";
import { countInodes, listProcessTree, placeOf, sumMemoryBytes } from "./process-tree";
import { RunOutput } from "./run-output";
import { killSandbox, type Sandbox } from "./start-sandbox";

const WATCH_MS = 100;
// An early look, so that short runs have a memory figure too.
const FIRST_WATCH_MS = 20;
// The launcher's last word may come just after its exit; this bounds the wait for it.
const STATUS_WAIT_MS = 1_000;
const WATCHED_PLACES = ["/tmp", "/job"];

export interface SandboxOutcome extends LaunchedRun {
  /** The launcher's last word. */
  readonly status: string;
}

export interface RunSupervision {
  readonly job: Uint8Array;
  readonly timeoutMs: number;
  /** When the clock of the run began, as `performance.now()`. */
  readonly startedAtMs: number;
  /** Any of them ends the run. */
  readonly signals: readonly AbortSignal[];
}

/** Delivers the job, watches time, memory, inodes and output, and resolves when the run has ended. */
export async function superviseRun(sandbox: Sandbox, run: RunSupervision): Promise<SandboxOutcome> {
  let killedBy: KillReason | null = null;
  let peakRssBytes = 0;
  const kill = (reason: KillReason) => {
    killedBy ??= reason;
    killSandbox(sandbox);
  };
  const watch = () => {
    const { rssBytes, excess } = lookAt(sandbox.child.pid);
    peakRssBytes = Math.max(peakRssBytes, rssBytes);
    if (excess) kill(excess);
  };
  const output = new RunOutput(sandbox, kill);
  const stop = callOn(run, { watch, kill });
  try {
    sandbox.jobInput.end(run.job);
    const exitCode = await endOf(sandbox);
    const written = output.finish();
    return {
      started: sandbox.status.started,
      status: sandbox.status.complaint,
      exitCode: killedBy === null ? exitCode : null,
      killedBy,
      ...written,
      wallMs: Math.round(performance.now() - run.startedAtMs),
      peakRssBytes,
    };
  } finally {
    stop();
    output.stop();
    sandbox.status.close();
    sandbox.release();
  }
}

/** Sets up the calls from outside: time limit, watchdog, caller's signal. Returns what takes them down again. */
function callOn(
  { timeoutMs, startedAtMs, signals }: RunSupervision,
  { watch, kill }: { watch: () => void; kill: (reason: KillReason) => void },
): () => void {
  const cancel = () => kill("cancelled");
  const leftMs = Math.max(0, timeoutMs - (performance.now() - startedAtMs));
  const timers = [setTimeout(() => kill("timeout"), leftMs), setTimeout(watch, FIRST_WATCH_MS)];
  const watchdog = setInterval(watch, WATCH_MS);
  for (const signal of signals) {
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  }
  return () => {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(watchdog);
    for (const signal of signals) signal.removeEventListener("abort", cancel);
  };
}

function lookAt(pid: number | undefined): { rssBytes: number; excess: KillReason | null } {
  if (pid === undefined) return { rssBytes: 0, excess: null };
  const tree = listProcessTree(pid);
  const places = tree.map(placeOf);
  const { rssBytes, kernelBytes } = sumMemoryBytes(places);
  const tooManyObjects =
    countMappings(places, LIMITS.mappings) > LIMITS.mappings || countLocks(tree, LIMITS.locks) > LIMITS.locks;
  if (tooManyObjects || rssBytes + kernelBytes > LIMITS.memoryBytes) return { rssBytes, excess: "memory" };
  const tooMany = WATCHED_PLACES.some((mount) => countInodes(places, mount) > LIMITS.inodes);
  return { rssBytes, excess: tooMany ? "inodes" : null };
}

/** How the run ended, once the launcher's last word is in. */
async function endOf({ exited, status }: Sandbox): Promise<number | null> {
  const exit = await exited;
  if ("error" in exit) throw exit.error;
  let timer: NodeJS.Timeout | undefined;
  try {
    const waited = new Promise((resolve) => (timer = setTimeout(resolve, STATUS_WAIT_MS)));
    if (!status.started) await Promise.race([status.closed, waited]);
    return exit.exitCode;
  } finally {
    clearTimeout(timer);
  }
}
