import type { KillReason } from "../runners/skill-runner";
import { CollectedOutput } from "./collected-output";
import { LIMITS } from "./limits";

const IDLE_MS = 10;
const BUSY_MS = 1;
// After the end only what fits the pipes is left; this bounds the work for a stray process that goes on writing.
const LAST_LOOKS = 64;
const STDERR_TAIL_BYTES = 8 * 1024;

/** Empties both pipes of a run while it lasts and says when it wrote too much. */
export class RunOutput {
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
