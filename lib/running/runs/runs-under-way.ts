import { setMaxListeners } from "node:events";
import type { RunJob } from "../runners/skill-runner";

/** What a runner has under way: told to end when the runner closes, and waited for. */
export class RunsUnderWay {
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor() {
    setMaxListeners(0, this.#shutdown.signal);
  }

  /** Aborted once the runner closes. */
  get shutdown(): AbortSignal {
    return this.#shutdown.signal;
  }

  /** What ends this job from outside: the runner that closes, and its caller. */
  signalsOf({ signal }: RunJob): readonly AbortSignal[] {
    return signal ? [this.shutdown, signal] : [this.shutdown];
  }

  async track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Ends all of them; resolves when the last one has. */
  async end(): Promise<void> {
    this.#shutdown.abort();
    await Promise.allSettled(this.#running);
  }
}
