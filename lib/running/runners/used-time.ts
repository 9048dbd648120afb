import { isFree, type Sharer } from "./run-shares";

const CALLERS_KEPT = 5_000;
/** In parts of a turn: callers whose use differs by less go round; what was used counts half after so many turns. */
const UNIT = 0.1;
const HALF_LIFE = 12;

/** Time in places that callers and networks have used lately. `turnMs` is what a run has for sure. */
export class UsedTime {
  readonly #used = new Map<string, { ms: number; at: number }>();
  readonly #turnMs: number;
  readonly #now: () => number;

  constructor(turnMs: number, now: () => number) {
    this.#turnMs = turnMs;
    this.#now = now;
  }

  /**
   * What they will have used after a run that is expected to take so long, of which a turn counts at most: whoever asks
   * for little need not wait for others' turns. In units, the more of caller and network.
   */
  after({ caller, network }: Sharer, expectedMs: number): number {
    const used = Math.max(
      this.#of(`caller ${caller}`),
      network === undefined ? 0 : this.#of(`network ${network}`),
    );
    return Math.floor((used + Math.min(expectedMs, this.#turnMs)) / (UNIT * this.#turnMs));
  }

  charge(given: Sharer, ms: number): void {
    if (given.caller !== undefined) this.#add(`caller ${given.caller}`, ms);
    if (given.network !== undefined && isFree(given)) this.#add(`network ${given.network}`, ms);
  }

  #of(key: string): number {
    const used = this.#used.get(key);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.at) / (HALF_LIFE * this.#turnMs));
  }

  #add(key: string, ms: number): void {
    const used = { ms: this.#of(key) + ms, at: this.#now() };
    this.#used.delete(key);
    this.#used.set(key, used);
    const [oldest] = this.#used.keys();
    if (this.#used.size > CALLERS_KEPT && oldest !== undefined) this.#used.delete(oldest);
  }
}
