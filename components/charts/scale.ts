const STEPS = [1, 2, 2.5, 5, 10];
const MOST_TICKS = 4;

/**
 * Ticks from 0 to a round number that is not below `highest`, at most four of them above 0. `smallest` is the least
 * step there can be: 1 for what is counted.
 */
export function ticksFor(highest: number, smallest: number): number[] {
  const least = Math.max(highest / MOST_TICKS, smallest);
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const step = (STEPS.find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
  const whole = step < smallest ? smallest : smallest >= 1 ? Math.ceil(step) : step;
  const count = Math.max(1, Math.ceil(highest / whole - 1e-9));
  return Array.from({ length: count + 1 }, (_, tick) => tick * whole);
}

/** Which of `length` days get a word under the axis: the first, then about every `1 / count` of them. */
export function labelledDays(length: number, count: number): number[] {
  const step = Math.max(1, Math.ceil(length / count));
  return Array.from({ length: Math.ceil(length / step) }, (_, label) => label * step);
}

/** A coordinate with as many decimals as can be seen. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}
