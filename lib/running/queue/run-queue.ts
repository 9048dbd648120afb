import { randomUUID } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import {
  chooseCuts,
  comesBefore,
  expectedWaitMs,
  isNext,
  mayEnter,
  PAID_TURN_MS,
  whyRefused,
  type Lease,
} from "@/lib/running/queue/decide-slots";
import { RunHistory } from "@/lib/running/queue/run-history";
import { answered, OwnSlots, type SlotStore } from "@/lib/running/queue/slots-repository";

export interface QueueOptions {
  /** Runs at the same time, of all processes that share the slots. */
  readonly concurrency: number;
  /** Callers that may wait for a slot. */
  readonly maxWaiting: number;
  readonly maxWaitMs?: number;
  readonly now?: () => number;
  /** Where the runs are written down; a process that shares its slots with nobody needs none. */
  readonly slots?: SlotStore | undefined;
}

/** Who asks for a slot, and for what. */
export interface QueueRequest {
  /** Every name the caller is known by, hashed: network, account, wallet; none for the market's own work. */
  readonly names?: readonly string[];
  /** Names of who is paid for the run. */
  readonly publisher?: readonly string[];
  readonly paid?: boolean;
  /** Digest of the skill's package, and what a run of it may take. */
  readonly skill: string;
  readonly limitMs: number;
  /** The sale that this run fulfils, or that is about to be made. */
  readonly saleId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** It was ended for others once: it comes first now, and runs to its end. */
  readonly again?: boolean;
  /** Ends the run for others. */
  readonly cut?: () => void;
}

/** A run of this process, from when it asks until it leaves. */
interface Entry {
  readonly id: string;
  readonly request: QueueRequest & Required<Pick<QueueRequest, keyof typeof NOBODY>>;
  readonly expectedMs: number;
  /** `asking`: a slot is being asked for it. */
  state: "waiting" | "asking" | "running";
  since: number;
  cut: boolean;
  /** What the store has of its caller's use; undefined while it is not written there. */
  written: number | undefined;
  /** Of those that wait: tells whoever waits. */
  begin?: () => void;
  refuse?: (error: unknown) => void;
}

/** What a request leaves out. */
const NOBODY = {
  names: [] as readonly string[],
  publisher: [] as readonly string[],
  paid: false,
  again: false,
};
const MAX_WAIT_MS = 20_000;
/** A caller is told to ask again between these. What is expected is the longest that it can take. */
const RETRY_SECONDS = { least: 2, most: 15 };
/** How often a process with runs looks at the others: it may wait for them, or have to end a run for them. */
const READ_MS = 250;
const RENEW_MS = 5_000;

/**
 * The queue before the sandboxes. A fixed number of runs is in at once; without it a crowd of callers would slow every
 * run past its time limit, and the skills would be blamed.
 *
 * 1. A sale (`sell`) writes a lease for a run that is about to be paid, where its slot will be free in time.
 * 2. A run (`enter`) that may begin asks for a slot where the leases of all processes stand (`SlotStore`), in one
 *    moment for all, and takes the lease of its sale over. One that may not waits.
 * 3. While runs wait, this process renews its leases and reads those of others; a run that had its turn ends for one
 *    that waits.
 * 4. A run that leaves deletes its lease, and its slot goes to the next in line. A lease nobody renews ends by itself.
 *
 * Who may begin, who comes first and who ends for others is decided in `decide-slots.ts`, how long a run takes and what
 * its caller has used in `run-history.ts`.
 */
export class RunQueue {
  readonly #options: { concurrency: number; maxWaiting: number; maxWaitMs: number };
  readonly #now: () => number;
  readonly #slots: SlotStore;
  readonly #history: RunHistory;
  /** In the order in which those that have used the same take turns. */
  #entries: Entry[] = [];
  #others: readonly Lease[] = [];
  readonly #removing = new Set<Promise<void>>();
  #renewing = Promise.resolve();
  #renewedAt = -Infinity;
  #closed = false;
  #cutTimer: NodeJS.Timeout | undefined;
  #readTimer: NodeJS.Timeout | undefined;

  constructor({ slots, now = () => performance.now(), ...options }: QueueOptions) {
    this.#options = { maxWaitMs: MAX_WAIT_MS, ...options };
    this.#now = now;
    this.#slots = slots ?? new OwnSlots(now);
    this.#history = new RunHistory(now);
  }

  get running(): number {
    return this.#entries.filter(({ state }) => state !== "waiting").length;
  }

  get waiting(): number {
    return this.#entries.length - this.running;
  }

  /**
   * Throws RUNNER_BUSY when a run that is about to be paid would be turned away or might wait long: nothing is sold
   * without a slot in time. RUNNER_UNAVAILABLE when the slots cannot be counted. The seconds to wait are in both.
   */
  async admit(request: QueueRequest): Promise<void> {
    this.#others = await answered(this.#slots.list());
    this.#assertSellable(this.#newEntry({ ...request, paid: true }), this.#others);
  }

  /** As `admit`, and keeps the slot for the sale (`saleId`) until its run asks for it, or half a minute is over. */
  async sell(request: QueueRequest & { saleId: string }): Promise<void> {
    const entry = this.#newEntry({ ...request, paid: true });
    await this.#placed({ ...this.#leaseOf(entry), id: request.saleId, state: "sold" }, (others) => {
      this.#assertSellable(entry, others);
      return "sold";
    });
  }

  /** The sale was not made after all. */
  async dropSale(saleId: string): Promise<void> {
    await this.#slots.remove(saleId).catch(() => undefined); // it ends with its lease
  }

  /**
   * A slot, given back by calling the result. Throws RUNNER_BUSY, RUNNER_UNAVAILABLE where slots are shared and
   * cannot be counted, or the signal's reason when it aborts first.
   */
  async enter(request: QueueRequest): Promise<() => void> {
    request.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const entry = this.#newEntry(request);
    this.#entries.push(entry);
    try {
      if (mayEnter(this.#leaseOf(entry), this.#running(), this.#options.concurrency)) await this.#ask(entry);
      if (entry.state !== "running") await this.#wait(entry);
    } catch (error) {
      this.#remove(entry);
      this.#fill();
      throw error;
    }
    return () => this.#leave(entry);
  }

  /** Refuses everybody who waits and everybody who comes later. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#cutTimer);
    for (const entry of this.#entries) entry.refuse?.(closed());
  }

  /** Resolves once all who share the slots know of those that were given back. */
  async left(): Promise<void> {
    await Promise.all(this.#removing);
  }

  #newEntry(given: QueueRequest): Entry {
    const request = { ...NOBODY, ...given };
    const { again, limitMs } = request;
    const expectedMs = again ? Math.max(limitMs, PAID_TURN_MS + 1) : this.#history.expectedMs(request);
    const since = this.#now();
    return { id: randomUUID(), request, expectedMs, state: "waiting", since, cut: false, written: undefined };
  }

  #leaseOf({ id, request, expectedMs, state, since, cut }: Entry): Lease {
    const { names, publisher, paid, limitMs, again } = request;
    const used = again ? -1 : this.#history.usedAfter(request, expectedMs);
    const elapsedMs = state === "asking" ? 0 : this.#now() - since;
    const shown = state === "waiting" ? "waiting" : "running";
    return { id, state: shown, names, publisher, paid, used, expectedMs, limitMs, elapsedMs, cut };
  }

  #own(): Lease[] {
    return this.#entries.map((entry) => this.#leaseOf(entry));
  }

  #running(): Lease[] {
    return [...this.#own(), ...this.#others].filter(({ state }) => state === "running");
  }

  #waitOf(entry: Entry, others: readonly Lease[]): number {
    return expectedWaitMs(this.#leaseOf(entry), [...this.#own(), ...others], this.#options.concurrency);
  }

  #assertSellable(entry: Entry, others: readonly Lease[]): void {
    if (this.#closed) throw closed();
    const waitMs = this.#waitOf(entry, others);
    if (waitMs === 0) return;
    const sold = others.filter(({ id, state }) => state === "sold" && id !== entry.request.saleId);
    this.#assertRoom({ ...this.#leaseOf(entry), state: "sold" }, waitMs, sold);
  }

  /** Throws RUNNER_BUSY when nobody more of this caller may wait. */
  #assertRoom(lease: Lease, waitMs: number, sold: readonly Lease[]): void {
    const waiting = this.#own().filter(({ id, state }) => state !== "running" && id !== lease.id);
    const why = whyRefused(lease, { ahead: [...waiting, ...sold], waitMs, ...this.#options });
    if (why !== null) throw busy(why, waitMs);
  }

  async #placed(lease: Lease, decide: Parameters<SlotStore["place"]>[1], saleId?: string) {
    await this.left(); // what is given back just now is free
    const asked = this.#slots.place(lease, decide, saleId);
    try {
      const { state, others } = await answered(asked);
      this.#others = others;
      return state;
    } catch (error) {
      // A slot that comes after it was given up must not stay taken by nobody until its lease is over.
      void asked.then(
        () => this.#removeRow(lease.id),
        () => undefined,
      );
      throw error;
    }
  }

  /** Asks for a slot where all stand; it waits on where others come first. */
  async #ask(entry: Entry): Promise<void> {
    entry.state = "asking";
    entry.written = this.#leaseOf(entry).used;
    const lease = { ...this.#leaseOf(entry), state: "waiting" as const };
    const decide = (others: readonly Lease[]) => {
      const rivals = this.#own().filter(({ id, state }) => state === "running" && id !== entry.id);
      return isNext(lease, [...rivals, ...others], this.#options.concurrency) ? "running" : "waiting";
    };
    try {
      const state = await this.#placed(lease, decide, entry.request.saleId);
      if (!this.#entries.includes(entry)) {
        this.#removeRow(entry.id); // it left meanwhile
        return this.#fill();
      }
      if (this.#closed) throw closed();
      if (state === "waiting") return;
      entry.since = this.#now();
      entry.state = "running";
    } finally {
      if (entry.state === "asking") entry.state = "waiting";
    }
    this.#watch();
    this.#toEndOfRound(entry);
    entry.begin?.();
    this.#cutLongRuns();
  }

  /** Whoever waits of this caller lets those go first who have had no turn since. */
  #toEndOfRound({ request: { names } }: Entry): void {
    const isOfCaller = ({ request }: Entry) => request.names.some((name) => names.includes(name));
    this.#entries = [
      ...this.#entries.filter((each) => !isOfCaller(each)),
      ...this.#entries.filter((each) => isOfCaller(each)),
    ];
  }

  #wait(entry: Entry): Promise<void> {
    const { signal, again, saleId } = entry.request;
    const waitMs = this.#waitOf(entry, this.#others);
    if (!again) this.#assertRoom(this.#leaseOf(entry), waitMs, []);
    return new Promise((resolve, reject) => {
      const end = (how: () => void) => () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        delete entry.begin;
        delete entry.refuse;
        how();
      };
      entry.begin = end(resolve);
      entry.refuse = (error) => end(() => reject(error))();
      const abort = () => entry.refuse?.(signal?.reason);
      const tooLong = () => entry.refuse?.(busy("the wait was too long", this.#waitOf(entry, this.#others)));
      // A run that was ended for others waits until it has its slot: one of those before it ends by its limit.
      const timer = again ? undefined : setTimeout(tooLong, this.#options.maxWaitMs);
      signal?.addEventListener("abort", abort, { once: true });
      this.#cutLongRuns();
      void this.#writeWaiting(saleId);
    });
  }

  /** Whoever sells next has to know of a run that waits, at every moment: as a sale first, and then as what it is. */
  async #writeWaiting(saleId: string | undefined): Promise<void> {
    if (this.#slots.isShared) await this.#read();
    if (saleId !== undefined) await this.dropSale(saleId);
  }

  #leave(entry: Entry): void {
    if (!this.#entries.includes(entry)) return; // it has left
    this.#history.record(entry.request, this.#now() - entry.since);
    this.#remove(entry);
    this.#fill();
    this.#cutLongRuns();
  }

  #remove(entry: Entry): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
    if (entry.written !== undefined) this.#removeRow(entry.id);
  }

  #removeRow(id: string): void {
    const removing = (async () => {
      await this.#renewing; // which would write it again
      await this.#slots.remove(id).catch(() => undefined); // it ends with its lease
    })();
    this.#removing.add(removing);
    void removing.finally(() => this.#removing.delete(removing));
  }

  /** Slots go straight to the next in line, so nobody can slip in between. */
  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const entry = next;
      this.#ask(entry).catch((error: unknown) => entry.refuse?.(error));
    }
  }

  #next(): Entry | undefined {
    const { concurrency } = this.#options;
    const runs = this.#running();
    let first: { entry: Entry; lease: Lease } | undefined;
    for (const entry of this.#entries) {
      if (entry.state !== "waiting" || !entry.begin) continue;
      const lease = this.#leaseOf(entry);
      if (!mayEnter(lease, runs, concurrency)) continue;
      if (!first || comesBefore(lease, first.lease, runs, concurrency)) first = { entry, lease };
    }
    const others = this.#others.filter(({ state }) => state === "waiting");
    return first && isNext(first.lease, [...runs, ...others], concurrency) ? first.entry : undefined;
  }

  /** Ends runs that had their turn while others wait; looks again when the next has. */
  #cutLongRuns(): void {
    clearTimeout(this.#cutTimer);
    const { ended, soonestMs } = chooseCuts([...this.#own(), ...this.#others], this.#options.concurrency);
    const own = this.#entries.filter(({ id }) => ended.includes(id));
    for (const entry of own) entry.cut = true;
    for (const { request } of own) request.cut?.();
    if (soonestMs === Infinity) return;
    this.#cutTimer = setTimeout(() => this.#cutLongRuns(), Math.max(1, soonestMs)).unref();
  }

  /** Looks at the others in time, for as long as there are runs here. */
  #watch(): void {
    if (!this.#slots.isShared) return;
    this.#readTimer ??= setTimeout(() => void this.#read(), READ_MS).unref();
  }

  async #read(): Promise<void> {
    clearTimeout(this.#readTimer);
    this.#readTimer = undefined;
    if (this.#entries.length === 0) return;
    this.#renewing = this.#renewing.then(() => this.#renew());
    await this.#renewing;
    this.#fill();
    this.#cutLongRuns();
    this.#watch();
  }

  async #renew(): Promise<void> {
    const entries = this.#entries.filter(({ state }) => state !== "asking");
    const leases = entries.map((entry) => this.#leaseOf(entry));
    const now = performance.now();
    const due =
      now - this.#renewedAt >= RENEW_MS - READ_MS ||
      entries.some(({ state, written }, i) => state === "waiting" && written !== leases[i]?.used);
    try {
      if (due) for (const [i, entry] of entries.entries()) entry.written = leases[i]?.used;
      this.#others = await answered(due ? this.#slots.renew(leases) : this.#slots.list());
      if (due) this.#renewedAt = now;
    } catch {
      // Whoever waits is told so when the slot is asked for.
    }
  }
}

/** Nobody was let in; `waitMs` is how long a run might wait that asked now. */
function busy(why: string, waitMs: number): DomainError {
  const { least, most } = RETRY_SECONDS;
  const retryAfterSeconds = Math.min(most, Math.max(least, Math.ceil(waitMs / 1000)));
  return new DomainError(
    "RUNNER_BUSY",
    `Too many skills are running: ${why}. Try again in about ${retryAfterSeconds} s.`,
    { details: { retryAfterSeconds } },
  );
}

const closed = () => new DomainError("RUNNER_UNAVAILABLE", "The runner is shutting down.");
