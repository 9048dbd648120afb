/**
 * Whether the long proof runs: `npm run test:full`, or any test with `FULL=1`. What takes long and is rarely touched
 * runs only there: `test.runIf(IS_FULL)`, or what `inShort` leaves out. A shorter form of each stays in `npm test`;
 * CONTRIBUTING.md says which they are, and why.
 */
export const IS_FULL = Boolean(process.env["FULL"]);

/** All cases in the long proof; else those for which `stays` is true, or whose names are given: one of each kind. */
export function inShort<Case>(
  cases: readonly Case[],
  stays: ((one: Case, at: number) => boolean) | readonly string[],
): readonly Case[] {
  if (IS_FULL) return cases;
  if (typeof stays === "function") return cases.filter(stays);
  return stays.map((name) => {
    const found = cases.find((one) => nameOf(one) === name);
    if (found === undefined) throw new Error(`There is no case ${name}.`);
    return found;
  });
}

/** A table's row by its first column or `name`; anything else by itself. */
function nameOf(one: unknown): unknown {
  if (Array.isArray(one)) return one[0];
  return typeof one === "object" && one !== null && "name" in one ? one.name : one;
}

/**
 * How often a property is tried: as often as said in the long proof, else a quarter as often. The values drawn are the
 * same each time, so that the quarter is always the same one.
 */
export function runs(inLongProof: number): number {
  return IS_FULL ? inLongProof : Math.ceil(inLongProof / 4);
}
