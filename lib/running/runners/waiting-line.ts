import type { DomainError } from "@/lib/kernel/errors";
import type { Claim } from "./run-claims";
import type { Sharer } from "./run-shares";

export interface Waiter<Entrant extends Sharer> {
  readonly id: string;
  readonly entrant: Entrant;
  /** A place is being asked for it, elsewhere. */
  trying: boolean;
  readonly claim: () => Claim;
  readonly refuse: (error: DomainError) => void;
}

/** What of the queue runs without payment may fill; the rest is for those that are paid already. */
const OPEN_SHARE = 0.75;
/** What of the queue one caller may fill. */
const CALLER_SHARE = 0.5;

/** Who waits before the places, each caller in a queue of its own; those whose turn was the longest ago stand first. */
export class WaitingLine<Entrant extends Sharer, Each extends Waiter<Entrant>> {
  readonly #maxWaiting: number;
  readonly #queues = new Map<string, Each[]>();
  #length = 0;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  get length(): number {
    return this.#length;
  }

  all(): Each[] {
    return [...this.#queues.values()].flat();
  }

  /** The first of each caller. */
  heads(): Each[] {
    return [...this.#queues.values()].flatMap(([first]) => first ?? []);
  }

  add(waiter: Each): void {
    const key = queueOf(waiter.entrant);
    this.#queues.set(key, [...(this.#queues.get(key) ?? []), waiter]);
    this.#length++;
  }

  /** False where it waits no more. */
  remove(waiter: Each): boolean {
    const key = queueOf(waiter.entrant);
    const queue = this.#queues.get(key) ?? [];
    const place = queue.indexOf(waiter);
    if (place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.#queues.delete(key);
    this.#length--;
    return true;
  }

  toEndOfRound(entrant: Entrant): void {
    const key = queueOf(entrant);
    const rest = this.#queues.get(key);
    if (!rest) return;
    this.#queues.delete(key);
    this.#queues.set(key, rest);
  }

  /** Why nobody more of this caller may wait, or null. */
  fullFor({ caller, paid = false }: Sharer): string | null {
    const room = paid ? this.#maxWaiting : Math.ceil(this.#maxWaiting * OPEN_SHARE);
    if (this.#length >= room) return "the queue is full";
    const own = [true, false].reduce(
      (sum, each) => sum + (this.#queues.get(queueOf({ caller, paid: each }))?.length ?? 0),
      0,
    );
    const tooMany = caller !== undefined && own >= Math.ceil(this.#maxWaiting * CALLER_SHARE);
    return tooMany ? "too many of yours are waiting" : null;
  }
}

/** Runs that are paid wait apart from the caller's others. */
const queueOf = ({ caller = "", paid = false }: Sharer) => `${paid ? "paid" : "free"} ${caller}`;
