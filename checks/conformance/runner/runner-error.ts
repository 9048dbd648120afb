import { findDifference } from "./compare";

/** The runner does not understand a case. Nothing is known of the product by it: it neither passed nor failed. */
export class RunnerError extends Error {}

/** Throws a `RunnerError` that names the members nobody knows: what is not understood must not pass unseen. */
export function assertKnown(members: unknown, known: readonly string[], what = "expectation"): void {
  const unknown = Object.keys(members ?? {}).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new RunnerError(`does not know the ${what} ${unknown.join(", ")}`);
}

/** Compares what a case expects with the facts its kind knows, all of them or those named. [] when they agree. */
export function compareFacts(
  expected: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
  known: readonly string[] = Object.keys(facts),
): string[] {
  assertKnown(expected, known);
  const difference = findDifference(expected, facts, { subset: true });
  return difference === null ? [] : [difference];
}
