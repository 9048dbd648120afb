import { LRUCache } from "lru-cache";
import { FREE_TURN_MS, expectedRunMs } from "./decide-slots";

const MAX_NAMES = 5_000;
const MAX_TIMES = 10_000;
const MAX_SKILLS = 1_000;
/**
 * In parts of a free turn: callers whose use differs by less go round; what was used counts half after so many turns.
 */
const UNIT_MS = 0.1 * FREE_TURN_MS;
const HALF_LIFE_MS = 12 * FREE_TURN_MS;
/** What the newest run counts against all before it. */
const NEWEST = 0.3;

/** What is being run, by whom, and how long it may take. */
interface HistoryKey {
  /** Digest of the skill's package. */
  readonly skill: string;
  readonly names: readonly string[];
  readonly paid: boolean;
  readonly limitMs: number;
}

/**
 * What this process has seen of runs that ended: how long those of a skill took for each caller and for all, and how
 * much time each caller has used lately.
 */
export class RunHistory {
  readonly #now: () => number;
  // Read by `peek`: what was written longest ago goes first.
  readonly #used = new LRUCache<string, { ms: number; at: number }>({ max: MAX_NAMES });
  readonly #ofCaller = new LRUCache<string, number>({ max: MAX_TIMES });
  readonly #ofSkill = new LRUCache<string, number>({ max: MAX_SKILLS });

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What a run is expected to take (`expectedRunMs`). */
  expectedMs({ skill, names, paid, limitMs }: HistoryKey): number {
    const own = names.flatMap((name) => this.#ofCaller.peek(`${skill} ${name}`) ?? []);
    return expectedRunMs({
      own,
      ofSkill: this.#ofSkill.peek(skill),
      typicalMs: this.#typicalMs(),
      paid,
      limitMs,
    });
  }

  /**
   * The middle of all skills that were run, so that neither one skill nor one caller, however long it runs, moves it.
   */
  #typicalMs(): number | undefined {
    const times = [...this.#ofSkill.values()].toSorted((one, other) => one - other);
    return times[Math.floor((times.length - 1) / 2)];
  }

  /**
   * What the caller will have used after a run that is expected to take so long, of which a turn counts at most:
   * whoever asks for little need not wait for others' turns. A free run of a skill that was never run counts as a
   * whole turn, so that nobody comes first by what nobody knows. In tenths of a turn, of the name that has used most.
   */
  usedAfter(key: HistoryKey, expectedMs: number): number {
    const used = Math.max(0, ...key.names.map((name) => this.#usedBy(name)));
    const isKnown = key.paid || this.#ofSkill.has(key.skill);
    const countedMs = Math.min(isKnown ? expectedMs : key.limitMs, FREE_TURN_MS);
    return Math.floor((used + countedMs) / UNIT_MS);
  }

  /** A run of this process has ended. */
  record({ skill, names }: HistoryKey, ms: number): void {
    for (const name of names) {
      this.#used.set(name, { ms: this.#usedBy(name) + ms, at: this.#now() });
      average(this.#ofCaller, `${skill} ${name}`, ms);
    }
    average(this.#ofSkill, skill, ms);
  }

  #usedBy(name: string): number {
    const used = this.#used.peek(name);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.at) / HALF_LIFE_MS);
  }
}

function average(times: LRUCache<string, number>, key: string, ms: number): void {
  const before = times.peek(key) ?? ms;
  times.set(key, before + NEWEST * (ms - before));
}
