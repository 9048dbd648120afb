import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import type { Readable, Writable } from "node:stream";
import { STATUS_FD } from "./launcher";
import { NO_ENVIRONMENT } from "./no-environment";
import { closeAll, type OutputPipes } from "./output-pipes";

/** A sandbox whose launcher waits for its job. It is used for one run. */
export interface Sandbox {
  readonly child: ChildProcess;
  readonly jobInput: Writable;
  /** Descriptors to read without waiting; to be closed with `release`. */
  readonly stdoutFd: number;
  readonly stderrFd: number;
  /** What the launcher reports before it becomes the skill. */
  readonly status: Readable;
  release(): void;
}

export interface SandboxCommand {
  readonly bwrapPath: string;
  readonly bwrapArguments: readonly string[];
  readonly command: readonly string[];
  readonly seccompFile: string;
  readonly pipes: OutputPipes;
  /** The user to start bwrap as; null when the market itself is an ordinary user. */
  readonly switchToId: number | null;
}

/**
 * Starts a sandbox. Apart from delivering the job, so that a pool can start them in advance. Its own process group
 * and `--die-with-parent` make sure nothing outlives us.
 */
export async function startSandbox(options: SandboxCommand): Promise<Sandbox> {
  const stdout = await options.pipes.open();
  const stderr = await options.pipes.open();
  const release = () => closeAll([stdout.readFd, stderr.readFd]);
  const seccompFd = fs.openSync(options.seccompFile, "r");
  try {
    const child = spawn(options.bwrapPath, [...options.bwrapArguments, ...options.command], {
      env: NO_ENVIRONMENT,
      cwd: "/",
      detached: true,
      stdio: ["pipe", stdout.writeFd, stderr.writeFd, seccompFd, "pipe"],
      ...(options.switchToId === null ? {} : { uid: options.switchToId, gid: options.switchToId }),
    });
    return { ...channelsOf(child), child, stdoutFd: stdout.readFd, stderrFd: stderr.readFd, release };
  } catch (error) {
    release();
    throw error;
  } finally {
    closeAll([stdout.writeFd, stderr.writeFd, seccompFd]);
  }
}

function channelsOf(child: ChildProcess): Pick<Sandbox, "jobInput" | "status"> {
  const status = child.stdio[STATUS_FD];
  if (!child.stdin || !status || !("read" in status)) throw new Error("the sandbox has no channels");
  // The reader may be gone before all is written; the exit tells the story.
  child.stdin.on("error", () => undefined);
  return { jobInput: child.stdin, status };
}
