import type { ScalarNode } from "./node";

const DECIMAL = /^[-+]?[0-9]+$/;
const FLOAT = /^[-+]?[0-9]{1,15}\.[0-9]{1,15}$/;

/** What else could be a number: left to the full reader. */
const RARE_NUMBER =
  /^(?:[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$|[-+]?\.(?:inf|Inf|INF)$|\.(?:nan|NaN|NAN)$|0[ox])/;

/** Words of the core schema that are no texts. */
const WORDS: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

/** By the first character: whether a plain scalar may be a number, or one of the words; the rest are texts. */
const NUMERIC = 1;
const WORDLIKE = 2;
const SUSPECTS = new Uint8Array(128);
for (const sign of "-+.0123456789") SUSPECTS[sign.charCodeAt(0)] = NUMERIC;
for (const sign of "~nNtTfF") SUSPECTS[sign.charCodeAt(0)] = WORDLIKE;

/**
 * The node of a plain scalar by the core schema of YAML 1.2; null for numbers in rare forms, which only the full
 * reader understands.
 */
export function readCoreScalar(source: string, line: number): ScalarNode | null {
  const suspect = SUSPECTS[source.charCodeAt(0)];
  if (suspect === WORDLIKE && source.length <= LONGEST_WORD) {
    const value = WORDS.get(source);
    if (value === null) return { kind: "scalar", type: "null", value, source, plain: true, line };
    if (value !== undefined) return { kind: "scalar", type: "boolean", value, source, plain: true, line };
  } else if (suspect === NUMERIC) {
    if (DECIMAL.test(source) || FLOAT.test(source)) {
      return { kind: "scalar", type: "number", value: Number(source), source, plain: true, line };
    }
    if (RARE_NUMBER.test(source)) return null;
  }
  return { kind: "scalar", type: "text", value: source, source, plain: true, line };
}
