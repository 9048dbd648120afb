import { SCHEMA_MAX_STEPS } from "../constants";
import type { JsonSchema } from "../types";
import type { Evaluation, Mismatch } from "./evaluation";
import { matchAnyType, matchArray, matchNumber, matchString } from "./keywords";
import { matchObject } from "./object-keywords";
import { PatternWork } from "./pattern-work";
import { resolvePointer } from "./pointer";
import { Undecidable } from "./undecidable";

export type MatchResult =
  | { state: "match" }
  | { state: "mismatch"; mismatch: Mismatch }
  /** The schema cannot be evaluated: too costly, or it needs something outside itself. */
  | { state: "undecided"; reason: string };

/** One evaluation: the steps it has left and the schema that references point into. */
class BoundedEvaluation implements Evaluation {
  private steps = 0;
  private depth = 0;

  constructor(
    readonly root: unknown,
    private readonly patterns: PatternWork,
  ) {}

  /** Null for a match, otherwise where it fails. Throws `Undecidable` when the budget is used up. */
  match(schema: unknown, value: unknown, path: string): Mismatch | null {
    this.spend(1);
    if (schema === true) return null;
    if (schema === false) return { path, message: "nothing is allowed here" };
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
      throw new Undecidable("a part of the schema is no schema");
    }
    this.depth += 1;
    if (this.depth > 200) throw new Undecidable("the schema refers to itself without end");
    const found = this.matchKeywords(schema as JsonSchema, value, path);
    this.depth -= 1;
    return found;
  }

  /** Counts work done outside `match`, such as comparing values. */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > SCHEMA_MAX_STEPS) throw new Undecidable("the schema takes too long to evaluate");
  }

  matchesPattern(pattern: string, text: string): boolean {
    return this.patterns.matches(pattern, text);
  }

  private matchKeywords(schema: JsonSchema, value: unknown, path: string): Mismatch | null {
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const target = resolvePointer(this.root, reference);
      if (target === undefined) throw new Undecidable(`$ref ${reference.slice(0, 80)} cannot be followed`);
      return this.match(target, value, path); // Draft-07: what stands beside a $ref does not count
    }
    return (
      matchAnyType(this, schema, value, path) ??
      (typeof value === "number" ? matchNumber(schema, value, path) : null) ??
      (typeof value === "string" ? matchString(this, schema, value, path) : null) ??
      (Array.isArray(value) ? matchArray(this, schema, value, path) : null) ??
      (typeof value === "object" && value !== null && !Array.isArray(value)
        ? matchObject(this, schema, value as Record<string, unknown>, path)
        : null)
    );
  }
}

/**
 * Matches a JSON value against a Draft-07 schema without compiling or running anything of the schema's: patterns
 * take linear time, references stay inside, and the work is bounded, so a hostile schema ends as `undecided`. Whoever
 * matches several values of one document hands in the work that its patterns share.
 */
export function matchSchema(
  schema: JsonSchema,
  value: unknown,
  patterns: PatternWork = new PatternWork(),
): MatchResult {
  try {
    const mismatch = new BoundedEvaluation(schema, patterns).match(schema, value, "");
    return mismatch === null ? { state: "match" } : { state: "mismatch", mismatch };
  } catch (error) {
    const reason = error instanceof Undecidable ? error.message : "the schema cannot be evaluated";
    return { state: "undecided", reason };
  }
}
