const WEEK = 7;

export type Growth = { kind: "share"; share: number } | { kind: "new" } | { kind: "unknown" };

/**
 * How the last seven days compare with the seven before. "New" if there were calls only in the last seven;
 * unknown with less than two weeks of days or no calls at all.
 */
export function growthOf(callsByDay: readonly number[]): Growth {
  if (callsByDay.length < 2 * WEEK) return { kind: "unknown" };
  const last = sum(callsByDay.slice(-WEEK));
  const before = sum(callsByDay.slice(-2 * WEEK, -WEEK));
  if (before > 0) return { kind: "share", share: (last - before) / before };
  return last > 0 ? { kind: "new" } : { kind: "unknown" };
}

/** A change as whole per cent with its sign: +18%, −4%. */
export function signedPercent(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)}%`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
