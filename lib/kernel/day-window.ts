import { DAY_MS, startOfDay } from "@/lib/kernel/clock";

/** The periods a creator can look at, in UTC days with today. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

/** The period an address asks for; anything else is the usual one. */
export function readPeriod(text: string | undefined): Period {
  return PERIODS.find((period) => String(period) === text) ?? DEFAULT_PERIOD;
}

/**
 * A period of whole UTC days that ends with today, and the one before it. Today is not over, so the period before is
 * cut at the same moment of its last day: what is compared has the same length.
 */
export interface DayWindow {
  days: number;
  /** First moment of the period before. */
  before: Date;
  /** Until when the period before counts. */
  beforeEnd: Date;
  /** First moment of the period. */
  start: Date;
}

export function dayWindow(days: number, now: Date): DayWindow {
  const today = startOfDay(now).getTime();
  const start = today - (days - 1) * DAY_MS;
  return {
    days,
    before: new Date(start - days * DAY_MS),
    beforeEnd: new Date(now.getTime() - days * DAY_MS),
    start: new Date(start),
  };
}

/** The days of a window's period as ISO dates, oldest first. */
export function daysOf({ days, start }: DayWindow): string[] {
  return Array.from({ length: days }, (_, day) =>
    new Date(start.getTime() + day * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A series by day with the one of the period before. */
export interface DailySeries<Amount> {
  current: Amount[];
  previous: Amount[];
}

/**
 * Puts rows that tell their day (0 is the first of the period before) into their places; days without a row are `zero`.
 */
export function toDailySeries<Amount>(
  rows: readonly { day: number; amount: Amount }[],
  { days }: DayWindow,
  zero: Amount,
): DailySeries<Amount> {
  const all = Array.from({ length: 2 * days }, () => zero);
  for (const { day, amount } of rows) if (day in all) all[day] = amount;
  return { current: all.slice(days), previous: all.slice(0, days) };
}
