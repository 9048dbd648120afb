import { RunnerError } from "../../runner/runner-error";
import type { Tampering } from "./tamper";
import { TAMPERINGS } from "./tamperings";

/** The tampering of this name, or whose longest name is a part of it. Throws a `RunnerError` for an unknown one. */
export function findTampering(name: string): Tampering {
  const key = name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const words = `_${key}_`;
  let found: Tampering | undefined;
  let length = 0;
  for (const [tampering, ...names] of TAMPERINGS) {
    const longest = Math.max(...names.map((each) => (words.includes(`_${each}_`) ? each.length : 0)));
    if (longest > length) [found, length] = [tampering, longest];
  }
  if (found === undefined) throw new RunnerError(`does not know the tampering "${name}"`);
  return found;
}
