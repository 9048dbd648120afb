import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import type { Readable, Writable } from "node:stream";
import { ARGUMENTS_FD, launcherCommand, STATUS_FD, READY, WAITING } from "@/lib/running/sandbox/launcher";
import { assertDescriptorsFree, closeAll } from "@/lib/running/bubblewrap/output-pipes";
import type { SandboxGround } from "@/lib/running/bubblewrap/prepare-sandbox";
import { listProcessTree } from "@/lib/running/sandbox/process-tree";
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
