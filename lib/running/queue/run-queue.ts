import { randomUUID } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import {
  chooseCuts,
  comesBefore,
  expectedWaitMs,
  isFree,
  isNext,
  isSameAsker,
  mayEnter,
  PAID_TURN_MS,
  type Claim,
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
export interface Entrant {
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
  readonly entrant: Entrant;
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

const MAX_WAIT_MS = 20_000;
/** What of the longest wait may be expected when somebody is about to pay: others may come before the payment does. */
const PAYING_SHARE = 0.5;
/** What of the queue runs without payment may fill, and one caller; the rest is for others. */
const FREE_SHARE = 0.75;
const CALLER_SHARE = 0.5;
/** A caller is told to ask again between these. What is expected is the longest that it can take. */
const RETRY_SECONDS = { least: 2, most: 15 };
/** How often a process with runs looks at the others: it may wait for them, or have to end a run for them. */
const LOOK_MS = 250;
const RENEW_MS = 5_000;

/**
 * The queue before the sandboxes. A fixed number of runs is in at once; without it a crowd of callers would slow every
 * run past its time limit, and the skills would be blamed. Who may begin, who comes first and who ends for others is
 * decided in `decide-slots.ts`, from the runs of this process and those that others wrote down (`SlotStore`); a slot is
 * only taken where all of them stand.
 */
export class RunQueue {
  readonly #options: { concurrency: number; maxWaiting: number; maxWaitMs: number };
  readonly #now: () => number;
  readonly #slots: SlotStore;
  readonly #history: RunHistory;
  /** In the order in which those that have used the same take turns. */
  #entries: Entry[] = [];
  #others: readonly Claim[] = [];
  readonly #removing = new Set<Promise<void>>();
  #renewing = Promise.resolve();
  #renewedAt = -Infinity;
  #closed = false;
  #cutTimer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;

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
  async admit(entrant: Entrant): Promise<void> {
    this.#others = await answered(this.#slots.look());
    this.#assertSellable(this.#newEntry({ ...entrant, paid: true }), this.#others);
  }

  /** As `admit`, and keeps the slot for the sale (`saleId`) until its run asks for it, or half a minute is over. */
  async sell(entrant: Entrant & { saleId: string }): Promise<void> {
    const entry = this.#newEntry({ ...entrant, paid: true });
    await this.#placed({ ...this.#claimOf(entry), id: entrant.saleId, state: "sold" }, (others) => {
      this.#assertSellable(entry, others);
      return "sold";
    });
  }

  /** The sale was not made after all. */
  async dropSale(saleId: string): Promise<void> {
    await this.#slots.remove(saleId).catch(() => undefined); // it ends with its lease
  }

  /**
   * A slot, given back by calling the result. Throws RUNNER_BUSY, RUNNER_UNAVAILABLE where slots are shared and cannot be
   * counted, or the signal's reason when it aborts first.
   */
  async enter(entrant: Entrant): Promise<() => void> {
    entrant.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const entry = this.#newEntry(entrant);
    this.#entries.push(entry);
    try {
      const runs = this.#running();
      if (mayEnter(this.#claimOf(entry), runs, this.#options.concurrency)) await this.#ask(entry);
      if (entry.state !== "running") await this.#wait(entry);
    } catch (error) {
      this.#remove(entry);
      this.#fill();
      throw error;
    }
    return once(() => this.#leave(entry));
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

  #newEntry(entrant: Entrant): Entry {
    const expectedMs =
      entrant.again === true
        ? Math.max(entrant.limitMs, PAID_TURN_MS + 1)
        : this.#history.expectedMs(askedOf(entrant));
    const id = randomUUID();
    return { id, entrant, expectedMs, state: "waiting", since: this.#now(), cut: false, written: undefined };
  }

  #claimOf({ id, entrant, expectedMs, state, since, cut }: Entry): Claim {
    const { names = [], publisher = [], paid = false, limitMs, again = false } = entrant;
    const used = again ? -1 : this.#history.usedAfter(names, expectedMs);
    const elapsedMs = state === "asking" ? 0 : this.#now() - since;
    return {
      id,
      state: state === "waiting" ? "waiting" : "running",
      names,
      publisher,
      paid,
      used,
      expectedMs,
      limitMs,
      elapsedMs,
      cut,
    };
  }

  #own(): Claim[] {
    return this.#entries.map((entry) => this.#claimOf(entry));
  }

  #running(): Claim[] {
    return [...this.#own(), ...this.#others].filter(({ state }) => state === "running");
  }

  #waitOf(entry: Entry, others: readonly Claim[]): number {
    return expectedWaitMs(this.#claimOf(entry), [...this.#own(), ...others], this.#options.concurrency);
  }

  #assertSellable(entry: Entry, others: readonly Claim[]): void {
    if (this.#closed) throw closed();
    const waitMs = this.#waitOf(entry, others);
    if (waitMs === 0) return;
    this.#assertRoom(entry, waitMs, others);
    if (waitMs > this.#options.maxWaitMs * PAYING_SHARE) throw busy("the wait might be too long", waitMs);
  }

  /** Throws RUNNER_BUSY when nobody more of this caller may wait. */
  #assertRoom(entry: Entry, waitMs: number, others: readonly Claim[]): void {
    const { maxWaiting } = this.#options;
    const claim = this.#claimOf(entry);
    const { saleId } = entry.entrant;
    const sold = others.filter(({ id, state }) => state === "sold" && id !== saleId);
    const ahead = [...this.#own(), ...sold].filter(({ id, state }) => state !== "running" && id !== entry.id);
    const room = isFree(claim) ? Math.ceil(maxWaiting * FREE_SHARE) : maxWaiting;
    if (ahead.length >= room) throw busy("the queue is full", waitMs);
    const near = ahead.filter((each) => isSameAsker(each, claim)).length;
    if (claim.names.length > 0 && near >= Math.ceil(maxWaiting * CALLER_SHARE))
      throw busy("too many of yours are waiting", waitMs);
  }

  async #placed(claim: Claim, decide: Parameters<SlotStore["place"]>[1], saleId?: string) {
    await this.left(); // what is given back just now is free
    const asked = this.#slots.place(claim, decide, saleId);
    try {
      const { state, others } = await answered(asked);
      this.#others = others;
      return state;
    } catch (error) {
      // A slot that comes after it was given up must not stay taken by nobody until its lease is over.
      void asked.then(
        () => this.#removeRow(claim.id),
        () => undefined,
      );
      throw error;
    }
  }

  /** Asks for a slot where all stand; it waits on where others come first. */
  async #ask(entry: Entry): Promise<void> {
    entry.state = "asking";
    entry.written = this.#claimOf(entry).used;
    const claim = { ...this.#claimOf(entry), state: "waiting" as const };
    const decide = (others: readonly Claim[]) => {
      const rivals = this.#own().filter(({ id, state }) => state === "running" && id !== entry.id);
      return isNext(claim, [...rivals, ...others], this.#options.concurrency) ? "running" : "waiting";
    };
    try {
      const state = await this.#placed(claim, decide, entry.entrant.saleId);
      if (!this.#entries.includes(entry)) return this.#giveBack(entry); // it left meanwhile
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
  #toEndOfRound({ entrant: { names = [] } }: Entry): void {
    const isOfCaller = ({ entrant }: Entry) => (entrant.names ?? []).some((name) => names.includes(name));
    this.#entries = [
      ...this.#entries.filter((each) => !isOfCaller(each)),
      ...this.#entries.filter((each) => isOfCaller(each)),
    ];
  }

  #wait(entry: Entry): Promise<void> {
    const { signal, again, saleId } = entry.entrant;
    const waitMs = this.#waitOf(entry, this.#others);
    if (again !== true) this.#assertRoom(entry, waitMs, []);
    // What is paid already, or the market's own, is tried for as long as may be.
    if (isFree(this.#claimOf(entry)) && waitMs > this.#options.maxWaitMs)
      throw busy("the wait would be too long", waitMs);
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
      const timer = again === true ? undefined : setTimeout(tooLong, this.#options.maxWaitMs);
      signal?.addEventListener("abort", abort, { once: true });
      this.#cutLongRuns();
      void this.#tellWaiting(saleId);
    });
  }

  /** Whoever sells next has to know of a run that waits, at every moment: as a sale first, and then as what it is. */
  async #tellWaiting(saleId: string | undefined): Promise<void> {
    if (this.#slots.isShared) await this.#look();
    if (saleId !== undefined) await this.dropSale(saleId);
  }

  #leave(entry: Entry): void {
    this.#history.note(askedOf(entry.entrant), this.#now() - entry.since);
    this.#remove(entry);
    this.#fill();
    this.#cutLongRuns();
  }

  #giveBack(entry: Entry): void {
    this.#removeRow(entry.id);
    this.#fill();
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
    let first: { entry: Entry; claim: Claim } | undefined;
    for (const entry of this.#entries) {
      if (entry.state !== "waiting" || !entry.begin) continue;
      const claim = this.#claimOf(entry);
      if (!mayEnter(claim, runs, concurrency)) continue;
      if (!first || comesBefore(claim, first.claim, runs, concurrency)) first = { entry, claim };
    }
    const others = this.#others.filter(({ state }) => state === "waiting");
    return first && isNext(first.claim, [...runs, ...others], concurrency) ? first.entry : undefined;
  }

  /** Ends runs that had their turn while others wait; looks again when the next has. */
  #cutLongRuns(): void {
    clearTimeout(this.#cutTimer);
    const { ended, soonestMs } = chooseCuts([...this.#own(), ...this.#others], this.#options.concurrency);
    const own = this.#entries.filter(({ id }) => ended.includes(id));
    for (const entry of own) entry.cut = true;
    for (const { entrant } of own) entrant.cut?.();
    if (soonestMs === Infinity) return;
    this.#cutTimer = setTimeout(() => this.#cutLongRuns(), Math.max(1, soonestMs)).unref();
  }

  /** Looks at the others in time, for as long as there are runs here. */
  #watch(): void {
    if (!this.#slots.isShared) return;
    this.#lookTimer ??= setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = undefined;
    if (this.#entries.length === 0) return;
    this.#renewing = this.#renewing.then(() => this.#renew());
    await this.#renewing;
    this.#fill();
    this.#cutLongRuns();
    this.#watch();
  }

  async #renew(): Promise<void> {
    const entries = this.#entries.filter(({ state }) => state !== "asking");
    const claims = entries.map((entry) => this.#claimOf(entry));
    const now = performance.now();
    const due =
      now - this.#renewedAt >= RENEW_MS - LOOK_MS ||
      entries.some(({ state, written }, i) => state === "waiting" && written !== claims[i]?.used);
    try {
      if (due) for (const [i, entry] of entries.entries()) entry.written = claims[i]?.used;
      this.#others = await answered(due ? this.#slots.renew(claims) : this.#slots.look());
      if (due) this.#renewedAt = now;
    } catch {
      // Whoever waits is told so when the slot is asked for.
    }
  }
}

const askedOf = ({ names = [], paid = false, skill, limitMs }: Entrant) => ({ names, paid, skill, limitMs });

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

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
