import { chooseCuts } from "./choose-cuts";
import type { Claim } from "./run-claims";
import type { Entrant } from "./run-entrant";
import { isFree } from "./run-shares";
import { RunTimes } from "./run-times";
import { UsedTime } from "./used-time";

/** A run that has a place. */
export interface Inside {
  readonly id: string;
  readonly entrant: Entrant;
  readonly expectedMs: number;
  since: number;
  /** False while the place is asked for where it is shared. */
  begun: boolean;
  cut: boolean;
}

interface Clock {
  readonly sliceMs: number;
  readonly now: () => number;
}

/** The runs of this process that have a place, and what is known of how long runs take and who has used how much. */
export class RunsInside {
  readonly #clock: Clock;
  readonly #times = new RunTimes();
  readonly #used: UsedTime;
  readonly #runs = new Set<Inside>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#used = new UsedTime(clock.sliceMs, clock.now);
  }

  get size(): number {
    return this.#runs.size;
  }

  entrants(): Entrant[] {
    return [...this.#runs].map(({ entrant }) => entrant);
  }

  /** Of those that have begun. */
  claims(): Claim[] {
    return [...this.#runs].filter(({ begun }) => begun).map((inside) => this.claimOf(inside));
  }

  /** Of all, as if those that still ask for their place had it. */
  claimsAsBegun(): Claim[] {
    return [...this.#runs].map((inside) => ({ ...this.claimOf(inside), running: true }));
  }

  claimOf({ id, entrant, since, expectedMs, begun }: Omit<Inside, "cut">): Claim {
    const { caller, network, paid, timeoutMs } = entrant;
    const elapsedMs = this.#clock.now() - since;
    const used = this.usedAfter(entrant, expectedMs);
    return { id, caller, network, paid, timeoutMs, expectedMs, used, elapsedMs, running: begun };
  }

  expectedMs({ skill, timeoutMs }: Entrant): number {
    return this.#times.expect(skill, timeoutMs);
  }

  /** What the caller will have used once this run is over. */
  usedAfter(entrant: Entrant, expectedMs = this.expectedMs(entrant)): number {
    return this.#used.after(entrant, expectedMs);
  }

  seat(id: string, entrant: Entrant, { begun }: { begun: boolean }): Inside {
    const expectedMs = this.expectedMs(entrant);
    const inside = { id, entrant, since: this.#clock.now(), expectedMs, begun, cut: false };
    this.#runs.add(inside);
    return inside;
  }

  /** Takes the place from a run that has not begun. */
  unseat(inside: Inside): void {
    this.#runs.delete(inside);
  }

  /** The run is over: its time counts. */
  end(inside: Inside): void {
    this.#runs.delete(inside);
    const ms = this.#clock.now() - inside.since;
    this.#used.charge(inside.entrant, ms);
    this.#times.learn(inside.entrant.skill, ms);
  }

  /** Milliseconds until a run without payment has had its time; Infinity when there is none. */
  untilSliceEndMs(): number {
    const { sliceMs, now } = this.#clock;
    const ends = [...this.#runs]
      .filter(({ entrant }) => isFree(entrant) && entrant.cut)
      .map(({ since }) => since + sliceMs - now());
    return Math.min(...ends);
  }

  /**
   * Ends as many runs without payment that have had their time as there are others waiting, those that run longest
   * first, wherever they run. Returns in how many milliseconds the next will have had its time.
   */
  cut(claims: readonly Claim[]): number {
    const { sliceMs, now } = this.#clock;
    const here = new Map([...this.#runs].map((inside) => [inside.id, inside]));
    const { ended, soonestMs } = chooseCuts(claims, sliceMs, (id) => {
      const inside = here.get(id);
      return (
        inside && { cut: inside.cut, canCut: inside.entrant.cut !== undefined, ranMs: now() - inside.since }
      );
    });
    for (const id of ended) {
      const inside = here.get(id);
      if (!inside) continue;
      inside.cut = true;
      inside.entrant.cut?.();
    }
    return soonestMs;
  }
}
