import { countCodePoints } from "../values/measure-text";
import type { JsonSchema } from "../types";
import { jsonEqual } from "./json-equal";
import type { Evaluation, Mismatch } from "./evaluation";
import { matchesFormat } from "./formats";
import { sayExtent } from "./say-extent";

const TYPE_TESTS: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === "string",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** `type`, `enum`, `const` and the keywords that combine schemas. */
export function matchAnyType(
  run: Evaluation,
  schema: JsonSchema,
  value: unknown,
  path: string,
): Mismatch | null {
  const { type, enum: allowed } = schema;
  if (type !== undefined) {
    const types = (Array.isArray(type) ? type : [type]) as string[];
    if (!types.some((name) => TYPE_TESTS[name]?.(value) === true)) {
      return { path, message: `must be ${types.join(" or ")}` };
    }
  }
  if (Array.isArray(allowed) && !allowed.some((item) => jsonEqual(run, item, value))) {
    return { path, message: "must be one of the listed values" };
  }
  if (Object.hasOwn(schema, "const") && !jsonEqual(run, schema["const"], value)) {
    return { path, message: "must be the one allowed value" };
  }
  return matchCombined(run, schema, value, path);
}

function matchCombined(run: Evaluation, schema: JsonSchema, value: unknown, path: string): Mismatch | null {
  const { allOf, anyOf, oneOf, not, if: condition } = schema;
  for (const part of (allOf as unknown[] | undefined) ?? []) {
    const found = run.match(part, value, path);
    if (found !== null) return found;
  }
  if (Array.isArray(anyOf) && !anyOf.some((part) => run.match(part, value, path) === null)) {
    return { path, message: "matches none of the alternatives" };
  }
  if (Array.isArray(oneOf) && oneOf.filter((part) => run.match(part, value, path) === null).length !== 1) {
    return { path, message: "must match exactly one of the alternatives" };
  }
  if (not !== undefined && run.match(not, value, path) === null) return { path, message: "must not match" };
  if (condition === undefined) return null;
  const branch = run.match(condition, value, path) === null ? schema["then"] : schema["else"];
  return branch === undefined ? null : run.match(branch, value, path);
}

export function matchNumber(schema: JsonSchema, value: number, path: string): Mismatch | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
    string,
    number
  >;
  if (minimum !== undefined && value < minimum) return { path, message: `must be at least ${minimum}` };
  if (maximum !== undefined && value > maximum) return { path, message: `must be at most ${maximum}` };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return { path, message: `must be more than ${exclusiveMinimum}` };
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    return { path, message: `must be less than ${exclusiveMaximum}` };
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    return { path, message: `must be a multiple of ${multipleOf}` };
  }
  return null;
}

export function matchString(
  run: Evaluation,
  schema: JsonSchema,
  value: string,
  path: string,
): Mismatch | null {
  const { minLength, maxLength } = schema as Record<string, number>;
  const { pattern, format } = schema as Record<string, string>;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = countCodePoints(value);
    if (minLength !== undefined && length < minLength) {
      return { path, message: sayExtent("at least", minLength, "character") };
    }
    if (maxLength !== undefined && length > maxLength) {
      return { path, message: sayExtent("at most", maxLength, "character") };
    }
  }
  if (pattern !== undefined && !run.matchesPattern(pattern, value)) {
    return { path, message: `must match ${pattern.slice(0, 80)}` };
  }
  if (format !== undefined && !matchesFormat(format, value)) return { path, message: `must be a ${format}` };
  return null;
}

export function matchArray(
  run: Evaluation,
  schema: JsonSchema,
  value: unknown[],
  path: string,
): Mismatch | null {
  const { minItems, maxItems } = schema as Record<string, number>;
  if (minItems !== undefined && value.length < minItems) {
    return { path, message: sayExtent("at least", minItems, "entry", "entries") };
  }
  if (maxItems !== undefined && value.length > maxItems) {
    return { path, message: sayExtent("at most", maxItems, "entry", "entries") };
  }
  const found = matchItems(run, schema, value, path);
  if (found !== null) return found;
  const { contains } = schema;
  if (contains !== undefined && !value.some((item) => run.match(contains, item, path) === null)) {
    return { path, message: "has no entry of the required kind" };
  }
  if (schema["uniqueItems"] === true && hasRepeatedItem(run, value)) {
    return { path, message: "must not hold an entry twice" };
  }
  return null;
}

function matchItems(run: Evaluation, schema: JsonSchema, value: unknown[], path: string): Mismatch | null {
  const { items, additionalItems } = schema;
  if (items === undefined) return null;
  const positional: unknown[] | null = Array.isArray(items) ? items : null;
  for (const [index, item] of value.entries()) {
    const rest = positional === null ? items : additionalItems;
    const itemSchema = positional !== null && index < positional.length ? positional[index] : rest;
    const found = itemSchema === undefined ? null : run.match(itemSchema, item, `${path}[${index}]`);
    if (found !== null) return found;
  }
  return null;
}

function hasRepeatedItem(run: Evaluation, items: unknown[]): boolean {
  const scalars = new Set<unknown>();
  const structures: unknown[] = [];
  for (const item of items) {
    if (typeof item !== "object" || item === null) {
      if (scalars.has(item)) return true;
      scalars.add(item);
    } else {
      if (structures.some((other) => jsonEqual(run, other, item))) return true;
      structures.push(item);
    }
  }
  return false;
}
