/** One place where two JSON values differ; a side without it is undefined. */
export interface Difference {
  /** Names and numbers on the way to it, joined by dots; "" for the whole. */
  path: string;
  declared: unknown;
  here: unknown;
}

/** More are not read. */
const MOST = 50;

/**
 * Where a JSON value differs from the one that was declared, in the order of the declared one; at most fifty places.
 * The order of an object's names means nothing.
 */
export function listDifferences(declared: unknown, here: unknown): Difference[] {
  const found: Difference[] = [];
  compare({ path: "", declared, here }, found);
  return found;
}

function compare({ path, declared, here }: Difference, found: Difference[]): void {
  if (found.length >= MOST || Object.is(declared, here)) return;
  const [was, is] = [membersOf(declared), membersOf(here)];
  if (was === null || is === null || Array.isArray(declared) !== Array.isArray(here)) {
    found.push({ path, declared, here });
    return;
  }
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const below = path === "" ? name : `${path}.${name}`;
    compare({ path: below, declared: was.get(name), here: is.get(name) }, found);
  }
}

function membersOf(value: unknown): Map<string, unknown> | null {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
}
