/** Who asks for a place, as far as its share goes. */
export interface Sharer {
  /** An account, a wallet, an address; without a name it is the market's own work. */
  readonly caller?: string | undefined;
  /** The network that the request came from. */
  readonly network?: string | undefined;
  readonly paid?: boolean | undefined;
}

/** Runs without payment of callers; not those of the market itself. */
export const isFree = ({ caller, paid }: Sharer) => caller !== undefined && paid !== true;

/** Places that runs without payment may have together: one is kept for those that are paid. */
export const freePlaces = (concurrency: number) => Math.max(1, concurrency - 1);

/**
 * Whether one more run may begin beside those that run now: free runs never hold all places, one caller, or one network
 * without paying, holds only a part of them.
 */
export function mayEnter(given: Sharer, inside: readonly Sharer[], concurrency: number): boolean {
  if (inside.length >= concurrency) return false;
  if (given.caller === undefined) return true;
  const own = inside.filter(({ caller }) => caller === given.caller).length;
  if (!isFree(given)) return own < freePlaces(concurrency);
  const places = freePlaces(concurrency);
  const part = Math.max(1, Math.floor(places / 2));
  const free = inside.filter(isFree);
  const near = free.filter(({ network }) => network !== undefined && network === given.network).length;
  return free.length < places && own < part && near < part;
}

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

  /** In units, the more of caller and network. */
  of({ caller, network }: Sharer): number {
    const used = Math.max(
      this.#of(`caller ${caller}`),
      network === undefined ? 0 : this.#of(`network ${network}`),
    );
    return Math.floor(used / (UNIT * this.#turnMs));
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
