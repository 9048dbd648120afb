import { DomainError } from "@/lib/kernel/errors";
import { freePlaces, isFree, mayEnter, UsedTime, type Sharer } from "./run-shares";
import { remainingMs, RunTimes } from "./run-times";

export interface RunGateOptions {
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Callers that may wait for a place. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** What a run without payment has for sure; it may go on while nobody else waits. */
  readonly sliceMs?: number;
  readonly now?: () => number;
}

export interface Entrant extends Sharer {
  readonly signal?: AbortSignal | undefined;
  /** Digest of the skill's package, and what a run of it may take: for the time that others are told to wait. */
  readonly skill?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Ends a run without payment that has had its time while others wait. */
  readonly cut?: (() => void) | undefined;
}

interface Waiter {
  readonly entrant: Entrant;
  enter(): void;
  refuse(error: DomainError): void;
}

interface Inside {
  readonly entrant: Entrant;
  readonly since: number;
  readonly expectedMs: number;
  cut: boolean;
}

/** What of the queue runs without payment may fill; the rest is for those that are paid already. */
const OPEN_SHARE = 0.75;
/** What of the queue one caller may fill. */
const CALLER_SHARE = 0.5;
/** What of the longest wait may be expected when somebody is about to pay: others may come before the payment does. */
const PAYING_SHARE = 0.5;
const SLICE_MS = 5_000;
const MIN_RETRY_SECONDS = 2;

/**
 * Lets a fixed number of runs in at once and keeps a short queue before it. Without it a crowd of callers would slow
 * every run past its time limit, and the skills would be blamed. Places are shared by time (`mayEnter`): paid runs come
 * first; then whoever has used least; those who used the same go round. A run without payment that has had `sliceMs` is
 * ended once others wait. Nobody is let into the queue who would wait too long in it.
 */
export class RunGate {
  readonly #options: Required<RunGateOptions>;
  readonly #times = new RunTimes();
  readonly #used: UsedTime;
  readonly #inside = new Set<Inside>();
  /** By caller, the one whose turn is next first. */
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  #closed = false;
  #cutting: NodeJS.Timeout | undefined;

  constructor(options: RunGateOptions) {
    this.#options = { sliceMs: SLICE_MS, now: () => performance.now(), ...options };
    this.#used = new UsedTime(this.#options.sliceMs, this.#options.now);
  }

  get inside(): number {
    return this.#inside.size;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Throws RUNNER_BUSY when a run that is about to be paid would be turned away, or wait long: nobody should pay for a
   * queue that is full. The seconds to wait are in it.
   */
  admit(caller?: string): void {
    if (this.#closed) throw closed();
    const paying: Entrant = { caller, paid: true };
    if (this.#mayEnter(paying)) return;
    const full = this.#fullFor({ caller });
    const waitMs = this.expectedWaitMs(paying);
    if (full !== null) throw busy(full, waitMs);
    if (waitMs > this.#options.maxWaitMs * PAYING_SHARE) throw busy("the wait would be too long", waitMs);
  }

  /** A place, given back by calling the result. Throws RUNNER_BUSY, or the signal's reason when it aborts first. */
  async enter(entrant: Entrant = {}): Promise<() => void> {
    entrant.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const inside = this.#mayEnter(entrant) ? this.#seat(entrant) : await this.#wait(entrant);
    return once(() => this.#leave(inside));
  }

  /** How long a run would wait that asked now, by what those before it still need and are expected to. */
  expectedWaitMs(given: Entrant): number {
    const { concurrency, sliceMs, now } = this.#options;
    const free = isFree(given);
    const places = free ? freePlaces(concurrency) : concurrency;
    const ends = [...this.#inside]
      .filter(({ entrant }) => !free || isFree(entrant))
      .map((inside) => {
        const elapsed = now() - inside.since;
        const left = remainingMs({ ...inside, timeoutMs: inside.entrant.timeoutMs }, elapsed);
        return isFree(inside.entrant) ? Math.min(left, Math.max(0, sliceMs - elapsed)) : left;
      });
    while (ends.length < places) ends.push(0);
    const used = this.#used.of(given);
    for (const { entrant } of [...this.#queues.values()].flat()) {
      const before = isFree(entrant) ? free && this.#used.of(entrant) <= used : true;
      if (!before) continue;
      const needed = this.#times.expect(entrant.skill, entrant.timeoutMs);
      const first = ends.indexOf(Math.min(...ends));
      ends[first] = (ends[first] ?? 0) + (isFree(entrant) ? Math.min(needed, sliceMs) : needed);
    }
    return Math.min(...ends);
  }

  /** Refuses everybody who waits and everybody who comes later. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#cutting);
    const waiters = [...this.#queues.values()].flat();
    this.#queues.clear();
    this.#waiting = 0;
    for (const waiter of waiters) waiter.refuse(closed());
  }

  #mayEnter(entrant: Entrant): boolean {
    const inside = [...this.#inside].map((each) => each.entrant);
    return mayEnter(entrant, inside, this.#options.concurrency);
  }

  #seat(entrant: Entrant): Inside {
    const expectedMs = this.#times.expect(entrant.skill, entrant.timeoutMs);
    const inside: Inside = { entrant, since: this.#options.now(), expectedMs, cut: false };
    this.#inside.add(inside);
    return inside;
  }

  #leave(inside: Inside): void {
    this.#inside.delete(inside);
    const ms = this.#options.now() - inside.since;
    this.#used.charge(inside.entrant, ms);
    this.#times.learn(inside.entrant.skill, ms);
    // Places go straight to the next in line, so nobody can slip in between.
    for (let next = this.#next(); next; next = this.#next()) {
      this.#remove(next);
      this.#toEndOfRound(next);
      next.enter();
    }
    this.#cutLongRuns();
  }

  /** Who is next among those that may enter now: paid runs first, then by time used, then by turn. */
  #next(): Waiter | undefined {
    let chosen: Waiter | undefined;
    let least = Infinity;
    for (const [waiter] of this.#queues.values()) {
      if (!waiter || !this.#mayEnter(waiter.entrant)) continue;
      const rank = waiter.entrant.paid === true ? -1 : this.#used.of(waiter.entrant);
      if (rank < least) [chosen, least] = [waiter, rank];
    }
    return chosen;
  }

  #toEndOfRound({ entrant }: Waiter): void {
    const key = queueOf(entrant);
    const rest = this.#queues.get(key);
    if (!rest) return;
    this.#queues.delete(key);
    this.#queues.set(key, rest);
  }

  #remove(waiter: Waiter): boolean {
    const key = queueOf(waiter.entrant);
    const queue = this.#queues.get(key) ?? [];
    const place = queue.indexOf(waiter);
    if (place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(key);
    this.#waiting--;
    return true;
  }

  #fullFor({ caller, paid = false }: Entrant): string | null {
    const { maxWaiting } = this.#options;
    const room = paid ? maxWaiting : Math.ceil(maxWaiting * OPEN_SHARE);
    if (this.#waiting >= room) return "the queue is full";
    const own = [true, false].reduce(
      (sum, each) => sum + (this.#queues.get(queueOf({ caller, paid: each }))?.length ?? 0),
      0,
    );
    const tooMany = caller !== undefined && own >= Math.ceil(maxWaiting * CALLER_SHARE);
    return tooMany ? "too many of yours are waiting" : null;
  }

  async #wait(entrant: Entrant): Promise<Inside> {
    const full = this.#fullFor(entrant);
    const waitMs = this.expectedWaitMs(entrant);
    if (full !== null) throw busy(full, waitMs);
    // What is paid already is tried for as long as may be.
    if (entrant.paid !== true && waitMs > this.#options.maxWaitMs)
      throw busy("the wait would be too long", waitMs);
    return this.#queue(entrant);
  }

  #queue(entrant: Entrant): Promise<Inside> {
    const { signal } = entrant;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", give);
      };
      const waiter: Waiter = {
        entrant,
        enter: () => (end(), resolve(this.#seat(entrant))),
        refuse: (error) => (end(), reject(error)),
      };
      const drop = (error: unknown) => {
        if (!this.#remove(waiter)) return;
        end();
        reject(error);
      };
      const give = () => drop(signal?.reason);
      const tooLong = () => drop(busy("the wait was too long", this.expectedWaitMs(entrant)));
      const timer = setTimeout(tooLong, this.#options.maxWaitMs);
      signal?.addEventListener("abort", give, { once: true });
      const key = queueOf(entrant);
      this.#queues.set(key, [...(this.#queues.get(key) ?? []), waiter]);
      this.#waiting++;
      this.#cutLongRuns();
    });
  }

  /** Ends as many runs without payment that have had their time as there are others waiting; looks again when the next has. */
  #cutLongRuns(): void {
    clearTimeout(this.#cutting);
    const { sliceMs, now } = this.#options;
    const waiting = [...this.#queues.values()].flat();
    let wanted = waiting.length - [...this.#inside].filter(({ cut }) => cut).length;
    let soonest = Infinity;
    for (const inside of this.#inside) {
      const { entrant } = inside;
      const isWanted = waiting.some((each) => isElsewhere(each.entrant, entrant));
      if (!isFree(entrant) || !entrant.cut || inside.cut || !isWanted || wanted <= 0) continue;
      const leftMs = sliceMs - (now() - inside.since);
      if (leftMs > 0) {
        soonest = Math.min(soonest, leftMs);
        continue;
      }
      inside.cut = true;
      wanted -= 1;
      entrant.cut();
    }
    if (soonest < Infinity) this.#cutting = setTimeout(() => this.#cutLongRuns(), soonest).unref();
  }
}

/** Runs that are paid wait apart from the caller's others. */
const queueOf = ({ caller = "", paid = false }: Entrant) => `${paid ? "paid" : "free"} ${caller}`;

/** Somebody else, or the same one with a run that is paid. */
const isElsewhere = (waiting: Sharer, running: Sharer) =>
  waiting.paid === true ||
  (waiting.caller !== running.caller &&
    (waiting.network === undefined || waiting.network !== running.network));

function busy(why: string, waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(MIN_RETRY_SECONDS, Math.ceil(waitMs / 1000));
  return new DomainError(
    "RUNNER_BUSY",
    `Too many skills are running: ${why}. Try again in about ${retryAfterSeconds} s.`,
    { details: { retryAfterSeconds } },
  );
}

const closed = () => new DomainError("RUNNER_UNAVAILABLE", "The runner is shutting down.");

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
