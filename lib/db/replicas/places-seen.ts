/** Five minutes of looks. */
const MOST_SEEN = 300;

/**
 * Where the primary's log of changes was, and when: what a replica has replayed says by this how old its rows can be,
 * also while nothing is written, and when the replica is cut off and does not know it. Only this process's clock counts.
 */
export class PlacesSeen {
  #seen: { place: bigint; atMs: number }[] = [];

  /** `atMs` is a moment before the primary was asked for its place. */
  see(place: bigint, atMs: number): void {
    const last = this.#seen.at(-1);
    // Another primary, whose log is shorter: what the former one wrote last is lost.
    if (last !== undefined && place < last.place) this.#seen = [];
    this.#seen.push({ place, atMs });
    if (this.#seen.length > MOST_SEEN) this.#seen.shift();
  }

  /** How old, at most, the rows of one who has replayed the log up to `replayed` are; Infinity if nothing tells. */
  lagMs(replayed: bigint, nowMs: number): number {
    const reached = this.#seen.findLast(({ place }) => place <= replayed);
    return reached === undefined ? Infinity : nowMs - reached.atMs;
  }
}
