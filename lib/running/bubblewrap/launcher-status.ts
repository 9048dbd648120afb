import type { Readable } from "node:stream";
import { READY, WAITING } from "./launcher";

const KEPT_CHARACTERS = 4 * 1024;

/** What a launcher says on its own descriptor while nothing of the skill has run yet. */
export class LauncherStatus {
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
