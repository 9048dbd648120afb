import type { KillReason } from "../skill-runner";
import { READY } from "./launcher";
import { LIMITS } from "./limits";
import { countInodes, listProcessTree, sumMemoryBytes } from "./process-tree";
import { RunOutput } from "./run-output";
import type { Sandbox } from "./start-sandbox";

const WATCH_MS = 100;
// An early look, so that short runs have a memory figure too.
const FIRST_WATCH_MS = 20;
// The launcher's last word may come just after its exit; this bounds the wait for it.
const STATUS_WAIT_MS = 1_000;
const STATUS_CHARACTERS = 4 * 1024;
const WATCHED_PLACES = ["/tmp", "/job"];

export interface SandboxOutcome {
  /** False when nothing of the skill has run; `status` and `stderrTail` then say why. */
  readonly started: boolean;
  readonly status: string;
  readonly exitCode: number | null;
  readonly killedBy: KillReason | null;
  readonly stdout: string;
  readonly stderrTail: string;
  readonly wallMs: number;
  readonly peakRssBytes: number;
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
    killTree(sandbox);
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
    const { exitCode, status } = await ended(sandbox);
    const written = output.finish();
    return {
      started: status.endsWith(READY),
      status,
      exitCode: killedBy === null ? exitCode : null,
      killedBy,
      ...written,
      wallMs: Math.round(performance.now() - run.startedAtMs),
      peakRssBytes,
    };
  } finally {
    stop();
    output.stop();
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
  const { rssBytes, kernelBytes } = sumMemoryBytes(tree);
  if (rssBytes + kernelBytes > LIMITS.memoryBytes) return { rssBytes, excess: "memory" };
  const inside = tree.at(-1) ?? pid;
  const tooMany = WATCHED_PLACES.some((place) => countInodes(inside, place) > LIMITS.inodes);
  return { rssBytes, excess: tooMany ? "inodes" : null };
}

/**
 * Ends everything at once. The first process inside is the init of its pid namespace: with it the kernel ends all
 * others, whatever they ignore. bwrap dies with its group; each would take the other along.
 */
function killTree({ child }: Sandbox): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const [, ...inside] = listProcessTree(child.pid);
  for (const target of [-child.pid, ...inside.slice(0, 1)]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}

async function ended({ child, status }: Sandbox): Promise<{ exitCode: number | null; status: string }> {
  let said = "";
  status.on("data", (chunk: Buffer) => {
    if (said.length < STATUS_CHARACTERS) said += chunk.toString("utf8");
  });
  const spoken = new Promise<void>((resolve) => status.once("close", resolve));
  let timer: NodeJS.Timeout | undefined;
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code));
    });
    const waited = new Promise((resolve) => (timer = setTimeout(resolve, STATUS_WAIT_MS)));
    if (!said.endsWith(READY)) await Promise.race([spoken, waited]);
    return { exitCode, status: said };
  } finally {
    clearTimeout(timer);
    status.destroy();
  }
}
