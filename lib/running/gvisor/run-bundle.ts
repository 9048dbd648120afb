import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { READY, WAITING } from "../bubblewrap/launcher";
import { LIMITS } from "../bubblewrap/limits";
import { listProcessTree, placeOf, sumMemoryBytes } from "../bubblewrap/process-tree";
import { NO_ENVIRONMENT } from "../no-environment";
import type { KillReason } from "../skill-runner";
import { guestMemoryBytes } from "./guest-memory";

const WATCH_MS = 100;
const STDERR_TAIL_BYTES = 8 * 1024;
const PREFIX = Buffer.from(WAITING + READY);
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

export interface BundleOutcome {
  /** False when nothing of the skill has run; `stderrTail` then says why. */
  readonly started: boolean;
  readonly exitCode: number | null;
  readonly killedBy: KillReason | null;
  readonly stdout: string;
  readonly stderrTail: string;
  readonly wallMs: number;
  readonly peakRssBytes: number;
}

/** Runs one bundle to its end, within time, memory and output, and leaves no container behind. */
export async function runBundle(run: BundleRun): Promise<BundleOutcome> {
  const startedAt = performance.now();
  const child = spawn(run.runscPath, [...run.options, "run", "-bundle", run.bundle, run.id], {
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
  const stdout = keep(LIMITS.stdoutBytes, () => kill("stdout_limit"));
  const stderr = keep(LIMITS.stderrBytes, () => kill("stderr_limit"));
  child.stdout.on("data", stdout.add);
  child.stderr.on("data", stderr.add);
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
    const said = stderr.bytes();
    const started = said.subarray(0, PREFIX.length).equals(PREFIX);
    return {
      started,
      exitCode: killedBy === null ? exitCode : null,
      killedBy,
      stdout: stdout.bytes().toString("utf8"),
      stderrTail: toTail(started ? said.subarray(PREFIX.length) : said),
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

function keep(limit: number, onExcess: () => void) {
  const chunks: Buffer[] = [];
  let total = 0;
  return {
    add: (chunk: Buffer) => {
      total += chunk.length;
      if (total > limit) onExcess();
      else chunks.push(chunk);
    },
    bytes: () => Buffer.concat(chunks),
  };
}

const toTail = (bytes: Buffer) =>
  bytes.subarray(-STDERR_TAIL_BYTES).toString("utf8").replaceAll("\0", "\uFFFD");

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
