import type { Evaluation } from "./evaluation";

/** Equality of JSON values: members in any order, `1` and `1.0` the same. */
export function jsonEqual(budget: Pick<Evaluation, "spend">, left: unknown, right: unknown): boolean {
  budget.spend(1);
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => jsonEqual(budget, item, right[index]))
    );
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) &&
        jsonEqual(budget, (left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
    )
  );
}
