/**
 * Compares what came out with what a case expects. Gives the first difference in words, or null.
 *
 * In the expectation `"$string"` stands for any non-empty text, `"$regex:..."` for a text that matches, and
 * `{ one_of: [...] }` for alternatives. `null` also stands for an absent member. `subset` lets mappings hold more
 * members than expected, and lets a mapping of `length`, `item_where` and `no_item` tell about a list; other lists
 * are compared entry by entry.
 */
export function findDifference(
  expected: unknown,
  actual: unknown,
  { subset = false, at = "" }: { subset?: boolean; at?: string } = {},
): string | null {
  const differs = (): string => `${at || "value"} is ${show(actual)}, expected ${show(expected)}`;
  if (typeof expected === "string") return matchesText(expected, actual) ? null : differs();
  if (typeof expected !== "object" || expected === null)
    return (actual ?? null) === expected ? null : differs();
  const { one_of: alternatives } = expected as { one_of?: unknown };
  if (Array.isArray(alternatives)) {
    const found = alternatives.some((item) => findDifference(item, actual, { subset, at }) === null);
    return found ? null : differs();
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs();
    return firstDifference(
      expected.map((item, index) => [`${at}[${index}]`, item, actual[index]]),
      subset,
    );
  }
  if (subset && Array.isArray(actual)) return compareList(expected, actual, at);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return differs();
  const members = Object.entries(expected).map(
    ([key, item]) =>
      [at === "" ? key : `${at}.${key}`, item, (actual as Record<string, unknown>)[key]] as const,
  );
  const extra = Object.keys(actual).find((key) => !Object.hasOwn(expected, key));
  if (!subset && extra !== undefined) return `${at || "value"} holds ${extra}, which is not expected`;
  return firstDifference(members, subset);
}

/** A list may be told about instead of written out: how long it is, an entry it has, one it has not. */
function compareList(expected: object, actual: readonly unknown[], at: string): string | null {
  const { length, item_where: wanted, no_item: unwanted, ...rest } = expected as Record<string, unknown>;
  if (Object.keys(rest).length > 0) return `${at || "value"} is a list, expected ${show(expected)}`;
  const isThere = (item: unknown) =>
    actual.some((entry) => findDifference(item, entry, { subset: true }) === null);
  if (length !== undefined && findDifference(length, actual.length) !== null) {
    return `${at || "value"} has ${actual.length} items, expected ${show(length)}`;
  }
  if (wanted !== undefined && !isThere(wanted)) return `no item of ${at || "value"} is ${show(wanted)}`;
  if (unwanted !== undefined && isThere(unwanted)) return `an item of ${at || "value"} is ${show(unwanted)}`;
  return null;
}

function firstDifference(
  pairs: readonly (readonly [string, unknown, unknown])[],
  subset: boolean,
): string | null {
  for (const [at, expected, actual] of pairs) {
    const difference = findDifference(expected, actual, { subset, at });
    if (difference !== null) return difference;
  }
  return null;
}

function matchesText(expected: string, actual: unknown): boolean {
  if (expected === "$string") return typeof actual === "string" && actual !== "";
  if (!expected.startsWith("$regex:")) return actual === expected;
  return typeof actual === "string" && toExpression(expected.slice("$regex:".length)).test(actual);
}

/**
 * The pattern of a case, found anywhere in a text. Cases may write what other languages allow: flags in front, as in
 * `(?i)skill`, and a backslash before any sign.
 */
export function toExpression(pattern: string): RegExp {
  const [, flags = "", rest = ""] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? [];
  try {
    return new RegExp(rest, `${flags}u`);
  } catch {
    return new RegExp(rest, flags);
  }
}

/** A value for a message, cut when long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}
