const SKILLS_KEPT = 2_000;
/** What the newest run counts against all before it. */
const NEWEST = 0.3;
/** What a skill is taken to need that has not run here yet, if it may have so long. */
const UNKNOWN_MS = 5_000;

/** How long runs of each skill take, learnt from those that ended; what a skill may take says little about it. */
export class RunTimes {
  /** By package, those that ran last at the end. */
  readonly #known = new Map<string, number>();

  expect(skill: string | undefined, timeoutMs: number | undefined): number {
    if (timeoutMs === undefined) return 0;
    return Math.min(timeoutMs, this.#known.get(skill ?? "") ?? UNKNOWN_MS);
  }

  learn(skill: string | undefined, ms: number): void {
    if (skill === undefined || skill === "") return;
    const before = this.#known.get(skill) ?? ms;
    this.#known.delete(skill);
    this.#known.set(skill, before + NEWEST * (ms - before));
    const [oldest] = this.#known.keys();
    if (this.#known.size > SKILLS_KEPT && oldest !== undefined) this.#known.delete(oldest);
  }
}

/**
 * What a run still needs, by what it was expected to: one that has taken longer already is taken to need as long again,
 * and none more than it may.
 */
export function remainingMs(
  { expectedMs, timeoutMs }: { expectedMs: number; timeoutMs: number | undefined },
  elapsedMs: number,
): number {
  if (elapsedMs < expectedMs) return expectedMs - elapsedMs;
  return Math.max(0, Math.min(elapsedMs, (timeoutMs ?? Infinity) - elapsedMs));
}
