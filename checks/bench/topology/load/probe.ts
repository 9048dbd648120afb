import { setTimeout as sleep } from "node:timers/promises";

const MOST_WAITING = 40;
/** So many in a row, asked for after the break, and it is served again. */
const IN_A_ROW = 3;
const POLL_MS = 100;

/** Does one small thing over and over, each time without waiting for the last one, to see how long nobody is served. */
export class Probe {
  #brokenAt = Infinity;
  #lastServedAt = performance.now();
  #longestMs = 0;
  #inARow = 0;
  readonly #waiting = new Set<Promise<void>>();
  readonly #over = new AbortController();
  readonly #asking: Promise<void>;

  /** `act` is true when what was asked for was done. */
  constructor(private readonly tried: { act: () => Promise<boolean>; everyMs: number }) {
    this.#asking = this.#ask();
  }

  /** From now on the time without service counts. */
  markBreak(): void {
    this.#brokenAt = performance.now();
    this.#lastServedAt = this.#brokenAt;
    this.#inARow = 0;
  }

  async untilServed(): Promise<void> {
    while (this.#inARow < IN_A_ROW) await sleep(POLL_MS);
  }

  /** Ends it, when what was asked is answered; the longest time since the break in which nobody was served, in seconds. */
  async end(): Promise<number> {
    this.#over.abort();
    await this.#asking;
    await Promise.all(this.#waiting);
    return this.#longestMs / 1_000;
  }

  async #ask(): Promise<void> {
    while (!this.#over.signal.aborted) {
      if (this.#waiting.size < MOST_WAITING) {
        const asked = this.#askOnce().finally(() => this.#waiting.delete(asked));
        this.#waiting.add(asked);
      }
      await sleep(this.tried.everyMs);
    }
  }

  async #askOnce(): Promise<void> {
    const askedAt = performance.now();
    const served = await this.tried.act().catch(() => false);
    if (this.#over.signal.aborted) return;
    const now = performance.now();
    if (!served) this.#inARow = 0;
    else {
      if (askedAt > this.#brokenAt) this.#inARow++;
      if (now > this.#brokenAt) this.#longestMs = Math.max(this.#longestMs, now - this.#lastServedAt);
      this.#lastServedAt = now;
    }
  }
}
