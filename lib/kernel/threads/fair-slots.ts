import { DomainError } from "@/lib/kernel/errors";

export interface SlotRules {
  /** All who may wait, and those of one caller among them. */
  maxWaiting?: number;
  maxWaitingOfCaller?: number;
  /** Who has lately used more than this is not given the last free seat. */
  lightMs?: number;
  /** Time in which what a caller has used counts half. */
  halfLifeMs?: number;
  now?: () => number;
}

interface Waiter<Seat> {
  caller: string | null;
  take: (seat: Seat) => void;
  refuse: (error: Error) => void;
}

const RULES = { maxWaiting: 64, maxWaitingOfCaller: 8, lightMs: 250, halfLifeMs: 10_000 };
const CALLERS_KEPT = 5_000;
const BUSY_RETRY_SECONDS = 2;

/**
 * Shares a few seats (threads) among callers by the time they use, not by how often they ask. A caller has one seat at a
 * time; among those who wait, whoever has lately used least is next; and the last free seat is only for callers who have
 * used little, so that a quick question finds one however many slow ones are asked. Where too many wait, whoever has used
 * most is refused. Work without a caller, which is the market's own, never is.
 */
export class FairSlots<Seat> {
  readonly #rules: Required<SlotRules>;
  readonly #free: Seat[];
  readonly #total: number;
  readonly #waiting: Waiter<Seat>[] = [];
  readonly #seated = new Set<string>();
  /** What each caller has used, the ones that used something last at the end. */
  readonly #used = new Map<string, { ms: number; at: number }>();

  constructor(seats: readonly Seat[], rules: SlotRules = {}) {
    this.#free = [...seats];
    this.#total = seats.length;
    this.#rules = { ...RULES, now: () => performance.now(), ...rules };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Works in a seat once one is free for this caller. Throws RATE_LIMITED when too many wait, and what `work` throws. */
  async use<T>(caller: string | null, work: (seat: Seat) => Promise<T>): Promise<T> {
    if (caller !== null) this.#makeRoom(caller);
    const seat = await new Promise<Seat>((take, refuse) => {
      this.#waiting.push({ caller, take, refuse });
      this.#seatNext();
    });
    const began = this.#rules.now();
    try {
      return await work(seat);
    } finally {
      if (caller !== null) this.#charge(caller, this.#rules.now() - began);
      this.#free.push(seat);
      this.#seatNext();
    }
  }

  #makeRoom(caller: string): void {
    const { maxWaiting, maxWaitingOfCaller } = this.#rules;
    const own = this.#waiting.filter((each) => each.caller === caller).length;
    if (own >= maxWaitingOfCaller) throw tooMany();
    if (this.#waiting.length < maxWaiting) return;
    const used = (each: Waiter<Seat>) => this.#usedBy(each.caller);
    const heaviest = this.#waiting.reduce((one, other) => (used(other) >= used(one) ? other : one));
    if (used(heaviest) <= this.#usedBy(caller)) throw tooMany();
    this.#waiting.splice(this.#waiting.indexOf(heaviest), 1);
    heaviest.refuse(tooMany());
  }

  #seatNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      if (next.caller !== null) this.#seated.add(next.caller);
      next.take(this.#free.pop() as Seat);
    }
  }

  #next(): Waiter<Seat> | undefined {
    if (this.#free.length === 0) return undefined;
    const last = this.#free.length === 1 && this.#total > 1;
    let chosen: Waiter<Seat> | undefined;
    let least = Infinity;
    for (const waiter of this.#waiting) {
      if (waiter.caller !== null && this.#seated.has(waiter.caller)) continue;
      const used = this.#usedBy(waiter.caller);
      if (used >= least || (last && used > this.#rules.lightMs)) continue;
      [chosen, least] = [waiter, used];
    }
    return chosen;
  }

  #usedBy(caller: string | null): number {
    const used = caller === null ? undefined : this.#used.get(caller);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#rules.now() - used.at) / this.#rules.halfLifeMs);
  }

  #charge(caller: string, ms: number): void {
    const used = { ms: this.#usedBy(caller) + ms, at: this.#rules.now() };
    this.#seated.delete(caller);
    this.#used.delete(caller);
    this.#used.set(caller, used);
    const [oldest] = this.#used.keys();
    if (this.#used.size > CALLERS_KEPT && oldest !== undefined) this.#used.delete(oldest);
  }
}

const tooMany = () =>
  new DomainError("RATE_LIMITED", "Too much is being read at once. Try again in a moment.", {
    details: { retryAfterSeconds: BUSY_RETRY_SECONDS },
  });
