import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { NO_ENVIRONMENT } from "@/lib/running/runners/skill-runner";

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
export function closeAll(fds: readonly number[]): void {
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
