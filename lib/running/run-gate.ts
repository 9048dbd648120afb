import { DomainError } from "@/lib/errors";

export interface RunGateOptions {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Waiter {
  enter(): void;
  refuse(error: DomainError): void;
}

/**
 * Lets a fixed number of runs in at once and keeps a short queue before it. Without it a crowd of callers would
 * slow every run past its time limit, and the skills would be blamed.
 */
export class RunGate {
  readonly #options: RunGateOptions;
  readonly #waiting: Waiter[] = [];
  #inside = 0;
  #closed = false;

  constructor(options: RunGateOptions) {
    this.#options = options;
  }

  /** A place, given back by calling the result. Throws RUNNER_BUSY, or the signal's reason when it aborts first. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#closed) throw closed();
    if (this.#inside < this.#options.concurrency) this.#inside++;
    else await this.#wait(signal);
    return once(() => this.#leave());
  }

  /** Refuses everybody who waits and everybody who comes later. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(closed());
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The place goes straight to the next in line, so nobody can slip in between.
    if (next) next.enter();
    else this.#inside--;
  }

  #wait(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(busy("the queue is full"));
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", give);
      };
      const waiter: Waiter = {
        enter: () => (end(), resolve()),
        refuse: (error) => (end(), reject(error)),
      };
      const drop = (error: unknown) => {
        const place = this.#waiting.indexOf(waiter);
        if (place < 0) return;
        this.#waiting.splice(place, 1);
        end();
        reject(error);
      };
      const give = () => drop(signal?.reason);
      const timer = setTimeout(() => drop(busy("the wait was too long")), this.#options.maxWaitMs);
      signal?.addEventListener("abort", give, { once: true });
      this.#waiting.push(waiter);
    });
  }
}

const busy = (why: string) =>
  new DomainError("RUNNER_BUSY", `Too many skills run at the moment: ${why}. Try again shortly.`, {
    details: { retryAfterSeconds: 2 },
  });

const closed = () => new DomainError("RUNNER_UNAVAILABLE", "The runner is shutting down.");

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
