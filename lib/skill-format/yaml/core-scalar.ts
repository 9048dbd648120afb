import type { ScalarNode } from "./node";

const NULL = /^(?:~|[Nn]ull|NULL)$/;
const BOOLEAN = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const DECIMAL = /^[-+]?[0-9]+$/;
const FLOAT = /^[-+]?[0-9]{1,15}\.[0-9]{1,15}$/;

/** First characters of everything YAML 1.2 core may read as something else than a text. */
const SUSPECT = /^[-+.0-9~nNtTfF]/;

/** What else could be a number: left to the full reader. */
const RARE_NUMBER =
  /^(?:[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$|[-+]?\.(?:inf|Inf|INF)$|\.(?:nan|NaN|NAN)$|0[ox])/;

/**
 * The node of a plain scalar by the core schema of YAML 1.2; null for numbers in rare forms, which only the full
 * reader understands.
 */
export function readCoreScalar(source: string, line: number): ScalarNode | null {
  if (SUSPECT.test(source)) {
    if (NULL.test(source)) return { kind: "scalar", type: "null", value: null, source, plain: true, line };
    if (BOOLEAN.test(source)) {
      return { kind: "scalar", type: "boolean", value: /^t/i.test(source), source, plain: true, line };
    }
    if (DECIMAL.test(source) || FLOAT.test(source)) {
      return { kind: "scalar", type: "number", value: Number(source), source, plain: true, line };
    }
    if (RARE_NUMBER.test(source)) return null;
  }
  return { kind: "scalar", type: "text", value: source, source, plain: true, line };
}
