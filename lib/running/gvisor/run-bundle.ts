import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { assertDescriptorsFree } from "../runners/assert-descriptors-free";
import { LIMITS } from "../bubblewrap/limits";
import { listProcessTree, placeOf, sumMemoryBytes } from "../bubblewrap/process-tree";
import { LaunchedOutput } from "../contract/launched-output";
import { NO_ENVIRONMENT } from "../runners/no-environment";
import type { KillReason, LaunchedRun } from "../runners/skill-runner";
import { guestMemoryBytes } from "./guest-memory";

const WATCH_MS = 100;
/** Of a market that is killed nothing else would ever end what it runs. runsc takes its own processes along. */
const SETPRIV = "/usr/bin/setpriv";
const ENDED_WITH_US = ["--pdeathsig", "KILL", "--"];
/** The guest's own memory and that of the kernel gVisor puts under it. */
const GUEST_AND_KERNEL_BYTES = LIMITS.memoryBytes + 200 * 1024 * 1024;

export interface BundleRun {
  readonly runscPath: string;
  readonly options: readonly string[];
  readonly id: string;
  readonly bundle: string;
  readonly job: Uint8Array;
  readonly timeoutMs: number;
  readonly signals: readonly AbortSignal[];
}

/** Runs one bundle to its end, within time, memory and output, and leaves no container behind. */
export async function runBundle(run: BundleRun): Promise<LaunchedRun> {
  const startedAt = performance.now();
  const command = [run.runscPath, ...run.options, "run", "-bundle", run.bundle, run.id];
  assertDescriptorsFree();
  const child = spawn(SETPRIV, [...ENDED_WITH_US, ...command], {
    env: { ...NO_ENVIRONMENT, PATH: "/usr/bin:/usr/sbin" },
    cwd: "/",
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let killedBy: KillReason | null = null;
  let peakRssBytes = 0;
  const kill = (reason: KillReason) => {
    killedBy ??= reason;
    killAll(child.pid);
  };
  const output = new LaunchedOutput(kill);
  child.stdout.on("data", (bytes: Buffer) => output.add("stdout", bytes));
  child.stderr.on("data", (bytes: Buffer) => output.add("stderr", bytes));
  child.stdin.on("error", () => undefined);
  const timer = setTimeout(() => kill("timeout"), run.timeoutMs);
  const watchdog = setInterval(() => {
    const tree = child.pid === undefined ? [] : listProcessTree(child.pid);
    const { rssBytes } = sumMemoryBytes(tree.map(placeOf));
    peakRssBytes = Math.max(peakRssBytes, rssBytes);
    if (Math.max(rssBytes, guestMemoryBytes(tree)) > GUEST_AND_KERNEL_BYTES) kill("memory");
  }, WATCH_MS);
  const cancel = () => kill("cancelled");
  for (const signal of run.signals) {
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  }
  child.stdin.end(run.job);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    return {
      ...output.read(),
      exitCode: killedBy === null ? exitCode : null,
      killedBy,
      wallMs: Math.round(performance.now() - startedAt),
      peakRssBytes,
    };
  } finally {
    clearTimeout(timer);
    clearInterval(watchdog);
    for (const signal of run.signals) signal.removeEventListener("abort", cancel);
    killAll(child.pid);
    await removeContainer(run);
  }
}

/** runsc, its gofer and its sandbox; each has a session of its own. */
function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const target of [...listProcessTree(pid).slice(1), -pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}

async function removeContainer({ runscPath, options, id }: BundleRun): Promise<void> {
  const remove = [...options, "delete", "-force", id];
  const environment = { env: { ...NO_ENVIRONMENT, PATH: "/usr/bin:/usr/sbin" } };
  // Ended runs have taken themselves away already.
  await promisify(execFile)(runscPath, remove, environment).catch(() => undefined);
}
