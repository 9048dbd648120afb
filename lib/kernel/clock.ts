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

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Midnight UTC at the beginning of a moment's day. */
export const startOfDay = (moment: Date): Date => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
