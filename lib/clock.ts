/** The one source of time, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until `advanceMs` is called; for tests. */
export function fakeClock(start: Date | string): Clock & { advanceMs(ms: number): void } {
  let current = new Date(start).getTime();
  return {
    now: () => new Date(current),
    advanceMs(ms) {
      current += ms;
    },
  };
}
