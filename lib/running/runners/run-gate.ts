import { randomUUID } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import { comesBefore, expectedWaitMs, isNext, type Claim } from "./run-claims";
import { mayEnter, type Sharer } from "./run-shares";
import type { Entrant, RunGateOptions } from "./run-entrant";
import { busy, closed } from "./run-refusals";
import { RunsInside, type Inside } from "./runs-inside";
import { LOOK_MS, PlacesInCommon } from "./shared-places";
import { WaitingLine, type Waiter } from "./waiting-line";

interface LocalWaiter extends Waiter<Entrant> {
  readonly enter: (inside: Inside) => void;
}

/** What of the longest wait may be expected when somebody is about to pay: others may come before the payment does. */
const PAYING_SHARE = 0.5;
const SLICE_MS = 5_000;
/** How often a run that may be ended for others is compared with who waits elsewhere. */
const CUT_LOOK_MS = 1_000;

/**
 * Lets a fixed number of runs in at once and keeps a short queue before it. Without it a crowd of callers would slow
 * every run past its time limit, and the skills would be blamed. Places are shared by time (`mayEnter`): paid runs come
 * first; then whoever will have used least; those who used the same go round. A run without payment that has had `sliceMs` is
 * ended once others wait. Nobody is let into the queue who would wait too long in it. With `shared` all of this counts
 * the runs of other processes too, and a place is only taken where theirs stand.
 */
export class RunGate {
  readonly #options: Required<Omit<RunGateOptions, "shared">>;
  readonly #inside: RunsInside;
  readonly #line: WaitingLine<Entrant, LocalWaiter>;
  readonly #common: PlacesInCommon | undefined;
  #closed = false;
  #cutting: NodeJS.Timeout | undefined;

  constructor({ shared, ...options }: RunGateOptions) {
    this.#options = { sliceMs: SLICE_MS, now: () => performance.now(), ...options };
    this.#inside = new RunsInside(this.#options);
    this.#line = new WaitingLine(options.maxWaiting);
    const seen = () => (this.#fill(), this.#cutLongRuns());
    const local = { claims: () => this.#own().filter(isShared), pace: () => this.#pace(), seen };
    this.#common = shared && new PlacesInCommon(shared, local);
  }

  get inside(): number {
    return this.#inside.size;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Throws RUNNER_BUSY when a run that is about to be paid would be turned away, or wait long: nobody should pay for a
   * queue that is full. RUNNER_UNAVAILABLE when the places are shared and cannot be counted. The seconds to wait are in
   * both.
   */
  async admit(caller?: string): Promise<void> {
    await this.#common?.look();
    if (this.#closed) throw closed();
    const paying: Entrant = { caller, paid: true };
    if (this.#mayEnter(paying, this.#running())) return;
    const full = this.#line.fullFor({ caller });
    const waitMs = this.expectedWaitMs(paying);
    if (full !== null) throw busy(full, waitMs);
    if (waitMs > this.#options.maxWaitMs * PAYING_SHARE) throw busy("the wait would be too long", waitMs);
  }

  /**
   * A place, given back by calling the result. Throws RUNNER_BUSY, RUNNER_UNAVAILABLE where places are shared and cannot
   * be counted, or the signal's reason when it aborts first.
   */
  async enter(entrant: Entrant = {}): Promise<() => void> {
    entrant.signal?.throwIfAborted();
    if (this.#closed) throw closed();
    const id = randomUUID();
    const inside =
      (this.#mayEnter(entrant, this.#inside.entrants()) ? await this.#begin(id, entrant) : null) ??
      (await this.#wait(id, entrant));
    return once(() => this.#leave(inside));
  }

  /** How long a run would wait that asked now, by what those before it still need and are expected to. */
  expectedWaitMs(given: Entrant): number {
    return expectedWaitMs({ ...given, used: this.#inside.usedAfter(given) }, this.#all(), this.#options);
  }

  /** Refuses everybody who waits and everybody who comes later. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#cutting);
    for (const waiter of this.#line.all()) this.#drop(waiter, () => waiter.refuse(closed()));
  }

  /** Resolves once processes that share the places know of those that were given back. */
  async left(): Promise<void> {
    await this.#common?.left();
  }

  #mayEnter(entrant: Sharer, inside: readonly Sharer[]): boolean {
    return mayEnter(entrant, inside, this.#options.concurrency);
  }

  #running(): Sharer[] {
    return [...this.#inside.entrants(), ...(this.#common?.others ?? []).filter(({ running }) => running)];
  }

  #own(): Claim[] {
    return [...this.#inside.claims(), ...this.#line.all().map((each) => each.claim())];
  }

  #all(): Claim[] {
    return [...this.#own(), ...(this.#common?.others ?? [])];
  }

  /** Lets a run in that may enter by what is known here; null when those who share the places come before it. */
  async #begin(id: string, entrant: Entrant): Promise<Inside | null> {
    if (!this.#common || !isShared(entrant)) return this.#inside.seat(id, entrant, { begun: true });
    const inside = this.#inside.seat(id, entrant, { begun: false });
    try {
      inside.begun = await this.#common.take(this.#inside.claimOf(inside), this.#options.concurrency);
    } finally {
      if (!inside.begun) this.#inside.unseat(inside);
    }
    inside.since = this.#options.now();
    if (this.#closed) {
      this.#inside.unseat(inside);
      this.#common.leave(id);
      throw closed();
    }
    this.#common.watch();
    return inside.begun ? inside : null;
  }

  #leave(inside: Inside): void {
    const { id, entrant } = inside;
    this.#inside.end(inside);
    if (isShared(entrant)) this.#common?.leave(id);
    this.#fill();
    this.#cutLongRuns();
  }

  /** Places go straight to the next in line, so nobody can slip in between. */
  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      if (this.#common && isShared(next.entrant)) void this.#try(next);
      else this.#letIn(next, this.#inside.seat(next.id, next.entrant, { begun: true }));
    }
  }

  #letIn(waiter: LocalWaiter, inside: Inside): void {
    this.#line.remove(waiter);
    this.#line.toEndOfRound(waiter.entrant);
    waiter.enter(inside);
  }

  /** Asks for a place where it is shared. Who leaves meanwhile has left; who is refused waits on. */
  async #try(waiter: LocalWaiter): Promise<void> {
    waiter.trying = true;
    try {
      const inside = await this.#begin(waiter.id, waiter.entrant);
      if (!inside) return;
      if (this.#line.all().includes(waiter)) this.#letIn(waiter, inside);
      else this.#leave(inside);
    } catch (error) {
      if (error instanceof DomainError) this.#drop(waiter, () => waiter.refuse(error));
    } finally {
      waiter.trying = false;
    }
  }

  /** Who is next among those that may enter now, by what comes before what (`comesBefore`) and then by turn. */
  #next(): LocalWaiter | undefined {
    let chosen: LocalWaiter | undefined;
    let first: Claim | undefined;
    const running = this.#running();
    for (const waiter of this.#line.heads()) {
      if (waiter.trying || !this.#mayEnter(waiter.entrant, running)) continue;
      const claim = waiter.claim();
      if (!first || comesBefore(claim, first)) [chosen, first] = [waiter, claim];
    }
    const others = this.#common?.others ?? [];
    const turn =
      first && isNext(first, [...this.#inside.claimsAsBegun(), ...others], this.#options.concurrency);
    return turn === true ? chosen : undefined;
  }

  async #wait(id: string, entrant: Entrant): Promise<Inside> {
    const full = this.#line.fullFor(entrant);
    const waitMs = this.expectedWaitMs(entrant);
    try {
      if (full !== null) throw busy(full, waitMs);
      // What is paid already is tried for as long as may be.
      if (entrant.paid !== true && waitMs > this.#options.maxWaitMs)
        throw busy("the wait would be too long", waitMs);
      return await this.#queue(id, entrant);
    } catch (error) {
      if (isShared(entrant)) this.#common?.leave(id);
      throw error;
    }
  }

  #queue(id: string, entrant: Entrant): Promise<Inside> {
    const { signal } = entrant;
    const asked = this.#options.now();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", give);
      };
      const expectedMs = this.#inside.expectedMs(entrant);
      const waiter: LocalWaiter = {
        id,
        entrant,
        trying: false,
        claim: () => this.#inside.claimOf({ id, entrant, since: asked, expectedMs, begun: false }),
        enter: (inside) => (end(), resolve(inside)),
        refuse: (error) => (end(), reject(error)),
      };
      const drop = (error: unknown) => this.#drop(waiter, () => (end(), reject(error)));
      const give = () => drop(signal?.reason);
      const tooLong = () => drop(busy("the wait was too long", this.expectedWaitMs(entrant)));
      const timer = setTimeout(tooLong, this.#options.maxWaitMs);
      signal?.addEventListener("abort", give, { once: true });
      this.#line.add(waiter);
      this.#common?.watch();
      this.#cutLongRuns();
    });
  }

  #drop(waiter: LocalWaiter, told: () => void): void {
    if (this.#line.remove(waiter)) told();
  }

  /** Who waits looks often, who may have to end a run for others sometimes. */
  #pace(): number {
    if (this.#line.length > 0) return LOOK_MS;
    return Math.max(CUT_LOOK_MS, this.#inside.untilSliceEndMs());
  }

  /** Ends runs without payment that have had their time while others wait; looks again when the next has. */
  #cutLongRuns(): void {
    clearTimeout(this.#cutting);
    const soonestMs = this.#inside.cut(this.#all());
    if (soonestMs < Infinity) this.#cutting = setTimeout(() => this.#cutLongRuns(), soonestMs).unref();
  }
}

const isShared = ({ caller }: Sharer) => caller !== undefined;

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
