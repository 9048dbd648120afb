import { findDifference } from "../runner/compare";

/** The last of several attempts that was refused. */
export interface LastRefusal {
  /** Nothing was tried after it. */
  isLast: boolean;
  /** What it may be called: what was tried, and the reason or code it was refused with. */
  names: readonly unknown[];
}

/**
 * `last_refused` in the form a case uses: true or false says whether the last attempt was refused; anything else names
 * what was refused last, null that nothing was.
 */
export function refusedAs(expected: unknown, { isLast, names }: LastRefusal): unknown {
  if (expected === undefined || typeof expected === "boolean") return isLast;
  return names.find((name) => findDifference(expected, name, { subset: true }) === null) ?? names[0] ?? null;
}
