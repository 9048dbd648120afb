import { FREE_TURN_MS, PAID_TURN_MS } from "@/lib/running/queue/decide-slots";

const NAMES_KEPT = 5_000;
const TIMES_KEPT = 10_000;
/** In parts of a free turn: callers whose use differs by less go round; what was used counts half after so many turns. */
const UNIT_MS = 0.1 * FREE_TURN_MS;
const HALF_LIFE_MS = 12 * FREE_TURN_MS;
/** What the newest run counts against all before it. */
const NEWEST = 0.3;

/** What is being run, by whom, and how long it may take. */
interface Asked {
  /** Digest of the skill's package. */
  readonly skill: string;
  readonly names: readonly string[];
  readonly paid: boolean;
  readonly limitMs: number;
}

/**
 * What this process has seen of runs that ended: how long those of a skill took for each caller, and how much time each
 * caller has used lately. What one caller's inputs take makes no other caller's run a long one.
 */
export class RunHistory {
  readonly #now: () => number;
  readonly #used = new Map<string, { ms: number; at: number }>();
  readonly #times = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * What a run is expected to take: as those of the same skill by this caller. Without one, as those of others, but no more
   * than a turn, which is also what a skill is taken to need that was not seen yet.
   */
  expectedMs({ skill, names, paid, limitMs }: Asked): number {
    const own = names.flatMap((name) => this.#times.get(timeKey(skill, name)) ?? []);
    const turn = paid ? PAID_TURN_MS : FREE_TURN_MS;
    const ofOthers = Math.min(turn, this.#times.get(timeKey(skill, EVERYBODY)) ?? turn);
    return Math.min(limitMs, own.length > 0 ? Math.max(...own) : ofOthers);
  }

  /**
   * What the caller will have used after a run that is expected to take so long, of which a turn counts at most: whoever
   * asks for little need not wait for others' turns. In tenths of a turn, of the name that has used most.
   */
  usedAfter(names: readonly string[], expectedMs: number): number {
    const used = Math.max(0, ...names.map((name) => this.#usedBy(name)));
    return Math.floor((used + Math.min(expectedMs, FREE_TURN_MS)) / UNIT_MS);
  }

  /** A run of this process has ended. */
  note({ skill, names }: Asked, ms: number): void {
    for (const name of names)
      keep(this.#used, name, { ms: this.#usedBy(name) + ms, at: this.#now() }, NAMES_KEPT);
    for (const name of [...names, EVERYBODY]) {
      const key = timeKey(skill, name);
      const before = this.#times.get(key) ?? ms;
      keep(this.#times, key, before + NEWEST * (ms - before), TIMES_KEPT);
    }
  }

  #usedBy(name: string): number {
    const used = this.#used.get(name);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.at) / HALF_LIFE_MS);
  }
}

const EVERYBODY = "";
const timeKey = (skill: string, name: string) => `${skill} ${name}`;

/** What was written longest ago goes first. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
