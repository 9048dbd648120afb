import { spawn, type ChildProcess, execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { ARGUMENTS_FD, launcherCommand, STATUS_FD, READY, WAITING } from "@/lib/running/bubblewrap/launcher";
import type { SandboxGround } from "@/lib/running/bubblewrap/prepare-sandbox";
import { listProcessTree } from "@/lib/running/bubblewrap/process-tree";
import { type Runtime, NO_ENVIRONMENT } from "@/lib/running/runners/skill-runner";

/** A sandbox whose launcher waits for its job. It is used for one run. */
export interface Sandbox {
  readonly runtime: Runtime;
  readonly child: ChildProcess;
  readonly jobInput: Writable;
  /** Descriptors to read without waiting; to be closed with `release`. */
  readonly stdoutFd: number;
  readonly stderrFd: number;
  /** What the launcher reports before it becomes the skill. */
  readonly status: LauncherStatus;
  /** How bwrap ended; never rejects. */
  readonly exited: Promise<SandboxExit>;
  release(): void;
}

type SandboxExit = { readonly exitCode: number | null } | { readonly error: Error };

/**
 * Starts a sandbox for a language. Apart from delivering the job, so that a pool can start them in advance. Its own
 * process group and `--die-with-parent` make sure nothing outlives us.
 */
export async function startSandbox(ground: SandboxGround, runtime: Runtime): Promise<Sandbox> {
  const stdout = await ground.pipes.open();
  const stderr = await ground.pipes.open().catch((error: unknown) => {
    closeAll([stdout.readFd, stdout.writeFd]);
    throw error;
  });
  const release = () => closeAll([stdout.readFd, stderr.readFd]);
  try {
    const child = spawnBwrap(ground, runtime, { stdout: stdout.writeFd, stderr: stderr.writeFd });
    const exited = exitOf(child);
    return {
      ...channelsOf(child),
      runtime,
      child,
      exited,
      stdoutFd: stdout.readFd,
      stderrFd: stderr.readFd,
      release,
    };
  } catch (error) {
    release();
    throw error;
  } finally {
    closeAll([stdout.writeFd, stderr.writeFd]);
  }
}

function spawnBwrap(
  { bwrapPath, argumentsFile, seccompFile, switchToId }: SandboxGround,
  runtime: Runtime,
  { stdout, stderr }: { stdout: number; stderr: number },
): ChildProcess {
  const fds: number[] = [];
  const open = (file: string) => fds[fds.push(fs.openSync(file, "r")) - 1];
  try {
    const [seccompFd, argumentsFd] = [open(seccompFile), open(argumentsFile(runtime))];
    assertDescriptorsFree();
    return spawn(bwrapPath, ["--args", String(ARGUMENTS_FD), "--", ...launcherCommand(runtime)], {
      env: NO_ENVIRONMENT,
      cwd: "/",
      detached: true,
      stdio: ["pipe", stdout, stderr, seccompFd, "pipe", argumentsFd],
      ...(switchToId === null ? {} : { uid: switchToId, gid: switchToId }),
    });
  } finally {
    closeAll(fds);
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<SandboxExit>((resolve) => {
    child.once("error", (error) => resolve({ error }));
    child.once("exit", (exitCode) => resolve({ exitCode }));
  });

function channelsOf(child: ChildProcess): Pick<Sandbox, "jobInput" | "status"> {
  const status = child.stdio[STATUS_FD];
  if (!child.stdin || !status || !("read" in status)) throw new Error("the sandbox has no channels");
  // The reader may be gone before all is written; the exit tells the story.
  child.stdin.on("error", () => undefined);
  return { jobInput: child.stdin, status: new LauncherStatus(status) };
}

/**
 * Ends everything at once. The first process inside is the init of its pid namespace: with it the kernel ends all
 * others, whatever they ignore. bwrap dies with its group; each would take the other along.
 */
export function killSandbox({ child }: Sandbox): void {
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

const KEPT_CHARACTERS = 4 * 1024;

/** What a launcher says on its own descriptor while nothing of the skill has run yet. */
class LauncherStatus {
  readonly #stream: Readable;
  /** Resolves when the launcher can say no more. */
  readonly closed: Promise<void>;
  /** Resolves when the launcher waits for its job, or can say no more. */
  readonly waiting: Promise<void>;
  #said = "";

  constructor(stream: Readable) {
    this.#stream = stream;
    this.closed = new Promise((resolve) => stream.once("close", resolve));
    this.waiting = new Promise((resolve) => {
      stream.once("close", resolve);
      stream.on("data", (chunk: Buffer) => {
        if (this.#said.length < KEPT_CHARACTERS) this.#said += chunk.toString("utf8");
        resolve();
      });
    });
    // A broken channel is an ended one.
    stream.on("error", () => undefined);
  }

  /** True once the skill has taken over. */
  get started(): boolean {
    return this.#said.endsWith(READY);
  }

  /** What went wrong, in the launcher's words. */
  get complaint(): string {
    return this.#said.replace(WAITING, "");
  }

  close(): void {
    this.#stream.destroy();
  }
}

const BATCH = 32;

/** One way out of a sandbox: an end for the child, an end for us that never waits. */
interface OutputPipe {
  readonly readFd: number;
  readonly writeFd: number;
}

/**
 * Makes pipes for standard output and error. The ones node gives a child are sockets, and a socket cannot be opened
 * again, so `echo x > /dev/stderr` would fail in a skill; a file would be cut by it. Named pipes are the only
 * pipes node can open. Each is used once and loses its name as soon as both ends are open, so that no two runs can
 * ever share one.
 */
export class OutputPipes {
  readonly #directory: string;
  readonly #stock: string[] = [];
  #made = 0;
  #making: Promise<void> | undefined;

  /** `directory` must be closed to everybody else. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async open(): Promise<OutputPipe> {
    let file = this.#stock.pop();
    for (; file === undefined; file = this.#stock.pop()) await this.#make();
    // Ahead of need: the next run should not wait for mkfifo.
    if (this.#stock.length < BATCH / 2) this.#make().catch(() => undefined);
    return openBothEnds(file);
  }

  #make(): Promise<void> {
    this.#making ??= this.#makeBatch().finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #makeBatch(): Promise<void> {
    const files = Array.from({ length: BATCH }, () => path.join(this.#directory, `pipe-${this.#made++}`));
    assertDescriptorsFree();
    // The child has another user, who may open its own output again for writing.
    await promisify(execFile)("/usr/bin/mkfifo", ["-m", "622", ...files], { env: NO_ENVIRONMENT });
    this.#stock.push(...files);
  }
}

/** Closes descriptors, each once. */
function closeAll(fds: readonly number[]): void {
  for (const fd of fds) fs.closeSync(fd);
}

function openBothEnds(file: string): OutputPipe {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;
  // A reader that does not wait for a writer, then the writer while the reader is there.
  const readFd = fs.openSync(file, O_RDONLY | O_NONBLOCK);
  try {
    return { readFd, writeFd: fs.openSync(file, O_WRONLY) };
  } catch (error) {
    closeAll([readFd]);
    throw error;
  } finally {
    fs.unlinkSync(file);
  }
}

/** Both ends of three channels to a child, and what node hears of its start by. */
const NEEDED = 8;

/**
 * Throws EMFILE where there are too few descriptors to start a process. Asked right before: node keeps the channels of
 * a start that fails for it, for good, so that a crowd that is gone would leave the market without any.
 */
export function assertDescriptorsFree(): void {
  const taken: number[] = [];
  try {
    while (taken.length < NEEDED) taken.push(fs.openSync("/dev/null", "r"));
  } finally {
    for (const fd of taken) fs.closeSync(fd);
  }
}
