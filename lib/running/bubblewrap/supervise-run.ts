import { isUtf8 } from "node:buffer";
import fs from "node:fs";
import { LIMITS } from "@/lib/running/bubblewrap/limits";
import { countInodes, listProcessTree, placeOf, sumMemoryBytes } from "@/lib/running/bubblewrap/process-tree";
import { killSandbox, type Sandbox } from "@/lib/running/bubblewrap/start-sandbox";
import type { KillReason, LaunchedRun } from "@/lib/running/runners/skill-runner";

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

interface RunSupervision {
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

const IDLE_MS = 10;
const BUSY_MS = 1;
// After the end only what fits the pipes is left; this bounds the work for a stray process that goes on writing.
const LAST_LOOKS = 64;
const STDERR_TAIL_BYTES = 8 * 1024;

/** Empties both pipes of a run while it lasts and says when it wrote too much. */
class RunOutput {
  readonly #stdout: CollectedOutput;
  readonly #stderr: CollectedOutput;
  readonly #onExcess: (reason: KillReason) => void;
  #timer: NodeJS.Timeout;

  constructor(fds: { stdoutFd: number; stderrFd: number }, onExcess: (reason: KillReason) => void) {
    this.#stdout = new CollectedOutput(fds.stdoutFd, { end: "head", bytes: LIMITS.stdoutBytes });
    this.#stderr = new CollectedOutput(fds.stderrFd, { end: "tail", bytes: STDERR_TAIL_BYTES });
    this.#onExcess = onExcess;
    this.#timer = setTimeout(() => this.#pump(), IDLE_MS);
  }

  /** Takes what is left once the run has ended. */
  finish(): { stdout: string; notUtf8: boolean; stderrTail: string } {
    this.stop();
    for (let look = 0; look < LAST_LOOKS && this.#take(); look++);
    // A database text cannot hold U+0000.
    const stderrTail = this.#stderr.text().replaceAll("\0", "\uFFFD");
    return { stdout: this.#stdout.text(), notUtf8: !this.#stdout.isUtf8, stderrTail };
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #pump(): void {
    this.#timer = setTimeout(() => this.#pump(), this.#take() ? BUSY_MS : IDLE_MS);
  }

  #take(): boolean {
    const some = [this.#stdout.take(), this.#stderr.take()].includes(true);
    if (this.#stdout.totalBytes > LIMITS.stdoutBytes) this.#onExcess("stdout_limit");
    if (this.#stderr.totalBytes > LIMITS.stderrBytes) this.#onExcess("stderr_limit");
    return some;
  }
}

const READ_BYTES = 64 * 1024;

/**
 * What a run writes to one pipe, taken when asked and kept within bounds: so many of the first bytes, or of the last.
 * Asked for instead of listened to, because node can only listen to a descriptor by owning it, and because the answer
 * must not wait for the end of a pipe that a stray process may hold open.
 */
class CollectedOutput {
  readonly #fd: number;
  readonly #keep: { readonly end: "head" | "tail"; readonly bytes: number };
  #kept = Buffer.alloc(0);
  #totalBytes = 0;

  constructor(fd: number, keep: { end: "head" | "tail"; bytes: number }) {
    this.#fd = fd;
    this.#keep = keep;
  }

  /** Bytes ever taken, kept or not. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Takes what is there now, at most one pipe's content; false when there was nothing. */
  take(): boolean {
    const chunk = readWaiting(this.#fd);
    this.#totalBytes += chunk.length;
    const { end, bytes } = this.#keep;
    if (end === "tail") this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-bytes);
    else if (this.#kept.length < bytes) this.#kept = Buffer.concat([this.#kept, chunk]).subarray(0, bytes);
    return chunk.length > 0;
  }

  text(): string {
    return this.#kept.toString("utf8");
  }

  get isUtf8(): boolean {
    return isUtf8(this.#kept);
  }
}

function readWaiting(fd: number): Buffer {
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  try {
    return chunk.subarray(0, fs.readSync(fd, chunk));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return chunk.subarray(0, 0);
    throw error;
  }
}

const CHUNK_BYTES = 64 * 1024;
/** What is read of one list at most: an attacker decides how long it is. */
const MAX_BYTES = 2 * 1024 * 1024;
/** `12: POSIX  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`, with `->` before the kind of one that waits. */
const LOCK = /^\d+:(?: ->)? POSIX +\S+ +\S+ +(\d+) /;

/**
 * How many mappings the processes of these places (`placeOf`) have together, counted up to `most` and not much further:
 * each is kernel memory, and may have a name that is more of it.
 */
function countMappings(places: readonly string[], most: number): number {
  let count = 0;
  for (const place of places) {
    if (count > most) break;
    readLines(`${place}/maps`, () => ++count <= most);
  }
  return count;
}

/**
 * How many ranges of files these processes have locked together, counted up to `most`; locks stand in no other account.
 */
function countLocks(pids: readonly number[], most: number): number {
  const own = new Set(pids.map(String));
  let count = 0;
  readLines("/proc/locks", (line) => {
    if (own.has(LOCK.exec(line)?.[1] ?? "")) count++;
    return count <= most;
  });
  return count;
}

/** Gives each line to `take` until it has had enough. A list that cannot be read, or any more, ends there. */
function readLines(file: string, take: (line: string) => boolean): void {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, "r");
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = "";
    for (let total = 0; total < MAX_BYTES;) {
      const length = fs.readSync(fd, chunk);
      if (length === 0) return;
      total += length;
      const lines = (rest + chunk.toString("latin1", 0, length)).split("\n");
      rest = lines.pop() ?? "";
      if (!lines.every(take)) return;
    }
  } catch {
    // The process has ended, or the list is not ours to read.
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
