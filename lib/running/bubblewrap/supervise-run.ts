import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { RunWatch, type PackedJob } from "@/lib/running/sandbox/run-watch";
import { LIMITS } from "@/lib/running/sandbox/limits";
import { countInodes, listProcessTree, placeOf, sumMemoryBytes } from "@/lib/running/sandbox/process-tree";
import { killSandbox, type Sandbox } from "@/lib/running/bubblewrap/start-sandbox";
import type { KillReason, LaunchedRun } from "@/lib/running/runners/skill-runner";

const WATCH_MS = 100;
// An early look, so that short runs have a memory figure too.
const FIRST_WATCH_MS = 20;
// The launcher's last word may come just after its exit; this bounds the wait for it.
const STATUS_WAIT_MS = 1_000;
const WATCHED_PLACES = ["/tmp", "/job"];

/** Delivers the job, watches time, memory, inodes and output, and resolves when the run has ended. */
export async function superviseRun(sandbox: Sandbox, job: PackedJob): Promise<LaunchedRun> {
  const watch = new RunWatch(job, () => killSandbox(sandbox), { launcherOn: "channel" });
  const output = new OutputPump(sandbox, watch);
  const look = () => {
    const { rssBytes, excess } = lookAt(sandbox.child.pid);
    watch.holds(rssBytes);
    if (excess) watch.end(excess);
  };
  const firstLook = setTimeout(look, FIRST_WATCH_MS);
  const watchdog = setInterval(look, WATCH_MS);
  try {
    sandbox.jobInput.end(job.archive);
    const exitCode = await endOf(sandbox);
    output.finish();
    return watch.ended(exitCode, sandbox.status);
  } finally {
    clearTimeout(firstLook);
    clearInterval(watchdog);
    watch.stop();
    output.stop();
    sandbox.status.close();
    sandbox.release();
  }
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
  if (!status.started) await Promise.race([status.closed, sleep(STATUS_WAIT_MS, undefined, { ref: false })]);
  return exit.exitCode;
}

const IDLE_MS = 10;
const BUSY_MS = 1;
// After the end only what fits the pipes is left; this bounds the work for a stray process that goes on writing.
const LAST_LOOKS = 64;

/**
 * Empties both pipes of a run while it lasts. They are asked for instead of listened to, because node can only listen
 * to a descriptor by owning it, and because the answer must not wait for the end of a pipe that a stray process may
 * hold open.
 */
class OutputPump {
  readonly #pipes: Readonly<Record<"stdout" | "stderr", number>>;
  readonly #watch: RunWatch;
  #timer: NodeJS.Timeout;

  constructor({ stdoutFd, stderrFd }: { stdoutFd: number; stderrFd: number }, watch: RunWatch) {
    this.#pipes = { stdout: stdoutFd, stderr: stderrFd };
    this.#watch = watch;
    this.#timer = setTimeout(() => this.#pump(), IDLE_MS);
  }

  /** Takes what is left once the run has ended. */
  finish(): void {
    this.stop();
    for (let look = 0; look < LAST_LOOKS && this.#take(); look++);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #pump(): void {
    this.#timer = setTimeout(() => this.#pump(), this.#take() ? BUSY_MS : IDLE_MS);
  }

  /** At most one pipe's content of each; false when there was nothing. */
  #take(): boolean {
    let some = false;
    for (const stream of ["stdout", "stderr"] as const) {
      const bytes = readWaiting(this.#pipes[stream]);
      if (bytes.length === 0) continue;
      some = true;
      this.#watch.write(stream, bytes);
    }
    return some;
  }
}

const READ_BYTES = 64 * 1024;

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
