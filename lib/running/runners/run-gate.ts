import { DomainError } from "@/lib/kernel/errors";

export interface RunGateOptions {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export interface Entrant {
  /** Who asks: places go round among callers. Without a name nobody in particular. */
  readonly caller?: string | undefined;
  /** The run is paid for; a part of the queue is kept for such runs. */
  readonly paid?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly caller: string;
  enter(): void;
  refuse(error: DomainError): void;
}

const NOBODY = "";
/** What of the queue runs without payment may fill; the rest is for those that are paid already. */
const OPEN_SHARE = 0.75;
/** What of the queue one caller may fill. */
const CALLER_SHARE = 0.5;

/**
 * Lets a fixed number of runs in at once and keeps a short queue before it. Without it a crowd of callers would
 * slow every run past its time limit, and the skills would be blamed. The queue goes round: each caller's first run
 * comes before anybody's second, so that one buyer with many calls does not keep the others waiting.
 */
export class RunGate {
  readonly #options: RunGateOptions;
  /** By caller, the one whose turn is next first. */
  readonly #queues = new Map<string, Waiter[]>();
  #inside = 0;
  #waiting = 0;
  #closed = false;

  constructor(options: RunGateOptions) {
    this.#options = options;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Throws RUNNER_BUSY when a run without payment would be turned away now: nobody should pay for a queue that is full.
   */
  admit(caller?: string): void {
    if (this.#closed) throw closed();
    const full = this.#inside < this.#options.concurrency ? null : this.#fullFor({ caller });
    if (full !== null) throw busy(full);
  }

  /** A place, given back by calling the result. Throws RUNNER_BUSY, or the signal's reason when it aborts first. */
  async enter(entrant: Entrant = {}): Promise<() => void> {
    entrant.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    if (this.#inside < this.#options.concurrency) this.#inside++;
    else await this.#wait(entrant);
    return once(() => this.#leave());
  }

  /** Refuses everybody who waits and everybody who comes later. */
  close(): void {
    this.#closed = true;
    const waiters = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#waiting = 0;
    for (const waiter of waiters) waiter.refuse(closed());
  }

  #leave(): void {
    const next = this.#next();
    // The place goes straight to the next in line, so nobody can slip in between.
    if (next) next.enter();
    else this.#inside--;
  }

  #next(): Waiter | undefined {
    const [queue] = this.#queues.values();
    const waiter = queue?.[0];
    if (!waiter) return undefined;
    this.#remove(waiter);
    // To the end of the round.
    const rest = this.#queues.get(waiter.caller);
    if (rest) {
      this.#queues.delete(waiter.caller);
      this.#queues.set(waiter.caller, rest);
    }
    return waiter;
  }

  #remove(waiter: Waiter): boolean {
    const queue = this.#queues.get(waiter.caller) ?? [];
    const place = queue.indexOf(waiter);
    if (place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(waiter.caller);
    this.#waiting--;
    return true;
  }

  #fullFor({ caller = NOBODY, paid = false }: Entrant): string | null {
    const { maxWaiting } = this.#options;
    const room = paid ? maxWaiting : Math.ceil(maxWaiting * OPEN_SHARE);
    if (this.#waiting >= room) return "the queue is full";
    const own = this.#queues.get(caller)?.length ?? 0;
    const tooMany = caller !== NOBODY && own >= Math.ceil(maxWaiting * CALLER_SHARE);
    return tooMany ? "too many of yours are waiting" : null;
  }

  #wait(entrant: Entrant): Promise<void> {
    const full = this.#fullFor(entrant);
    if (full !== null) return Promise.reject(busy(full));
    const { signal, caller = NOBODY } = entrant;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", give);
      };
      const waiter: Waiter = {
        caller,
        enter: () => (end(), resolve()),
        refuse: (error) => (end(), reject(error)),
      };
      const drop = (error: unknown) => {
        if (!this.#remove(waiter)) return;
        end();
        reject(error);
      };
      const give = () => drop(signal?.reason);
      const timer = setTimeout(() => drop(busy("the wait was too long")), this.#options.maxWaitMs);
      signal?.addEventListener("abort", give, { once: true });
      this.#queues.set(caller, [...(this.#queues.get(caller) ?? []), waiter]);
      this.#waiting++;
    });
  }
}

const busy = (why: string) =>
  new DomainError("RUNNER_BUSY", `Too many skills are running: ${why}. Try again shortly.`, {
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
