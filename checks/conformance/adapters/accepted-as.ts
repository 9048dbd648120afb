import { findDifference } from "../runner/compare";

/**
 * `accepted` in the form a case uses: true or false says whether anything was accepted, a number how many attempts
 * were, and a list the numbers of which one must be met.
 */
export function acceptedAs(expected: unknown, count: number): unknown {
  if (expected === undefined || typeof expected === "boolean") return count > 0;
  if (!Array.isArray(expected)) return count;
  return expected.some((item) => findDifference(item, acceptedAs(item, count)) === null) ? expected : count;
}
