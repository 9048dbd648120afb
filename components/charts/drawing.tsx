import type { ReactNode } from "react";

/** The line of the days that are shown, and of as many days before them. */
export const LINE_NOW = "fill-none stroke-accent stroke-2 [stroke-linejoin:round]";
export const LINE_BEFORE = "fill-none stroke-ink-3 [stroke-dasharray:3_3] [stroke-width:1.4]";

interface DrawingProps {
  width: number;
  height: number;
  /** What it shows, in words. */
  description: string;
  children: ReactNode;
}

/** The paper of a chart; its words are small and quiet where nothing else is said of them. */
export function Drawing({ width, height, description, children }: DrawingProps) {
  return (
    <svg
      className="mt-2.5 h-auto w-full [:where(&_text)]:fill-ink-3 [:where(&_text)]:font-mono [:where(&_text)]:text-[11px]"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={description}
    >
      {children}
    </svg>
  );
}

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
