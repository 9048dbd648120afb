import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

/** How a replayed output compares with the declared one. */
export type Comparison = "equal" | "same_shape" | "different";

/**
 * Compares as JSON: `equal` when every value is, `same_shape` when only plain values differ and their kinds, the keys
 * and the presence of list entries do not. The order of keys never counts; the order of list entries does.
 */
export function compareOutputs(declared: unknown, replayed: unknown): Comparison {
  // As canonical text, because the stored example went through jsonb, which knows no -0.
  if (toCanonicalJson(declared) === toCanonicalJson(replayed)) return "equal";
  return hasSameShape(declared, replayed) ? "same_shape" : "different";
}

function hasSameShape(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return sameListShape(a, b);
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    const same = (key: string) => Object.hasOwn(b, key) && hasSameShape(a[key], b[key]);
    return keys.length === Object.keys(b).length && keys.every(same);
  }
  return kindOf(a) === kindOf(b);
}

/** Lists may differ in length, but not in what kind of entries they hold. */
function sameListShape(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [first] = a;
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  return b.every((entry) => hasSameShape(first, entry));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);
