import { SCHEMA_MAX_STEPS } from "../constants";
import type { JsonSchema } from "../types";
import { parseIsoMoment } from "../values/iso-dates";
import { countCodePoints } from "../values/measure-text";
import { isRecord, resolvePointer } from "./check-schema";
import { PatternWork, Undecidable } from "./pattern-work";

/** The first place where a value does not match. `path` is like `rows[0].id`, "" for the value itself. */
interface Mismatch {
  path: string;
  message: string;
}

type MatchResult =
  | { state: "match" }
  | { state: "mismatch"; mismatch: Mismatch }
  /** The schema cannot be evaluated: too costly, or it needs something outside itself. */
  | { state: "undecided"; reason: string };

/**
 * Matches a JSON value against a Draft-07 schema without compiling or running anything of the schema's: patterns
 * take linear time, references stay inside, and the work is bounded, so a hostile schema ends as `undecided`. Whoever
 * matches several values of one document hands in the work that its patterns share.
 *
 * This is no second ajv (`lib/running/contract` has that, in a thread that can be ended): checks of formats answer at
 * once, in the command too, and ajv cannot be told to stop. See the README of this room.
 */
export function matchSchema(
  schema: JsonSchema,
  value: unknown,
  patterns: PatternWork = new PatternWork(),
): MatchResult {
  try {
    const mismatch = new Evaluation(schema, patterns).match(schema, value, "");
    return mismatch === null ? { state: "match" } : { state: "mismatch", mismatch };
  } catch (error) {
    const reason = error instanceof Undecidable ? error.message : "the schema cannot be evaluated";
    return { state: "undecided", reason };
  }
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === "string",
  array: Array.isArray,
  object: isRecord,
};

/** Longer texts are not held to a format. */
const FORMAT_INPUT_MAX = 100_000;

/** The formats an example is held to; a format not listed says nothing, as Draft-07 allows. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => parseIsoMoment(text)?.dateOnly === true,
  "date-time": (text) =>
    /[Zz]$|[+-]\d{2}:\d{2}$/.test(text) && parseIsoMoment(text.toUpperCase())?.dateOnly === false,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text),
  email: (text) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/.test(text) && !text.endsWith("."),
};

const isOfFormat = (format: string, text: string) =>
  text.length > FORMAT_INPUT_MAX || !Object.hasOwn(FORMATS, format) || FORMATS[format]?.(text) === true;

/** How much of something a schema wants: the plural is the name with an s, unless it is given. */
const extent = (bound: "at least" | "at most", count: number, name: string, plural = `${name}s`) =>
  `must have ${bound} ${count} ${count === 1 ? name : plural}`;

/** Keywords with a number that ask something of a value alone: of which values, by what measure, and what they ask. */
const BOUNDS: readonly [
  keyword: string,
  measure: (value: unknown) => number | undefined,
  isKept: (measured: number, limit: number) => boolean,
  says: (limit: number) => string,
][] = (() => {
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const text = (value: unknown) => (typeof value === "string" ? countCodePoints(value) : undefined);
  const list = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
  const members = (value: unknown) => (isRecord(value) ? Object.keys(value).length : undefined);
  const atLeast = (measured: number, limit: number) => measured >= limit;
  const atMost = (measured: number, limit: number) => measured <= limit;
  return [
    ["minimum", number, atLeast, (limit) => `must be at least ${limit}`],
    ["maximum", number, atMost, (limit) => `must be at most ${limit}`],
    ["exclusiveMinimum", number, (value, limit) => value > limit, (limit) => `must be more than ${limit}`],
    ["exclusiveMaximum", number, (value, limit) => value < limit, (limit) => `must be less than ${limit}`],
    [
      "multipleOf",
      number,
      (value, limit) => Number.isInteger(value / limit),
      (limit) => `must be a multiple of ${limit}`,
    ],
    ["minLength", text, atLeast, (limit) => extent("at least", limit, "character")],
    ["maxLength", text, atMost, (limit) => extent("at most", limit, "character")],
    ["minItems", list, atLeast, (limit) => extent("at least", limit, "entry", "entries")],
    ["maxItems", list, atMost, (limit) => extent("at most", limit, "entry", "entries")],
    ["minProperties", members, atLeast, (limit) => extent("at least", limit, "member")],
    ["maxProperties", members, atMost, (limit) => extent("at most", limit, "member")],
  ];
})();

/** One evaluation: the steps it has left and the schema that references point into. */
class Evaluation {
  private steps = 0;
  private depth = 0;

  constructor(
    private readonly root: unknown,
    private readonly patterns: PatternWork,
  ) {}

  /** Null for a match, otherwise where it fails. Throws `Undecidable` when the budget is used up. */
  match(schema: unknown, value: unknown, path: string): Mismatch | null {
    this.spend(1);
    if (schema === true) return null;
    if (schema === false) return { path, message: "nothing is allowed here" };
    if (!isRecord(schema)) throw new Undecidable("a part of the schema is no schema");
    this.depth += 1;
    if (this.depth > 200) throw new Undecidable("the schema refers to itself without end");
    const { value: found } = this.faults(schema, value, path).next();
    this.depth -= 1;
    return found ?? null;
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > SCHEMA_MAX_STEPS) throw new Undecidable("the schema takes too long to evaluate");
  }

  private fits(schema: unknown, value: unknown, path: string): boolean {
    return this.match(schema, value, path) === null;
  }

  private isEqual(left: unknown, right: unknown): boolean {
    return jsonEqual(left, right, () => this.spend(1));
  }

  /** Where a value fails, one place after the other; only the first is asked for. */
  private *faults(schema: JsonSchema, value: unknown, path: string): Generator<Mismatch, undefined> {
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const target = resolvePointer(this.root, reference);
      if (target === undefined) throw new Undecidable(`$ref ${reference.slice(0, 80)} cannot be followed`);
      return yield* this.part(target, value, path); // Draft-07: what stands beside a $ref does not count
    }
    for (const message of this.ofWhole(schema, value)) yield { path, message };
    yield* this.ofParts(schema, value, path);
    for (const message of this.ofValue(schema, value)) yield { path, message };
    if (Array.isArray(value)) yield* this.ofArray(schema, value, path);
    if (isRecord(value)) yield* this.ofObject(schema, value, path);
  }

  private *part(schema: unknown, value: unknown, path: string): Generator<Mismatch, undefined> {
    const found = schema === undefined ? null : this.match(schema, value, path);
    if (found !== null) yield found;
  }

  private *ofWhole(schema: JsonSchema, value: unknown): Generator<string> {
    const { type, enum: allowed } = schema;
    const types = (Array.isArray(type) ? type : [type]) as string[];
    if (type !== undefined && !types.some((name) => TYPES[name]?.(value) === true))
      yield `must be ${types.join(" or ")}`;
    if (Array.isArray(allowed) && !allowed.some((item) => this.isEqual(item, value)))
      yield "must be one of the listed values";
    if (Object.hasOwn(schema, "const") && !this.isEqual(schema["const"], value))
      yield "must be the one allowed value";
  }

  private *ofParts(schema: JsonSchema, value: unknown, path: string): Generator<Mismatch> {
    const { allOf, anyOf, oneOf, not, if: condition } = schema;
    const fits = (part: unknown) => this.fits(part, value, path);
    for (const part of (allOf as unknown[] | undefined) ?? []) yield* this.part(part, value, path);
    if (Array.isArray(anyOf) && !anyOf.some(fits))
      yield { path, message: "matches none of the alternatives" };
    if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1)
      yield { path, message: "must match exactly one of the alternatives" };
    if (not !== undefined && fits(not)) yield { path, message: "must not match" };
    if (condition !== undefined) yield* this.part(schema[fits(condition) ? "then" : "else"], value, path);
  }

  private *ofValue(schema: JsonSchema, value: unknown): Generator<string> {
    for (const [keyword, measure, isKept, says] of BOUNDS) {
      const limit = schema[keyword] as number | undefined;
      const measured = limit === undefined ? undefined : measure(value);
      if (limit !== undefined && measured !== undefined && !isKept(measured, limit)) yield says(limit);
    }
    if (typeof value !== "string") return;
    const { pattern, format } = schema as Record<string, string>;
    if (pattern !== undefined && !this.patterns.matches(pattern, value))
      yield `must match ${pattern.slice(0, 80)}`;
    if (format !== undefined && !isOfFormat(format, value)) yield `must be a ${format}`;
  }

  private *ofArray(schema: JsonSchema, value: unknown[], path: string): Generator<Mismatch> {
    const { items, additionalItems, contains } = schema;
    for (const [index, item] of value.entries()) {
      const isPositional = Array.isArray(items) && index < items.length;
      const rest: unknown = Array.isArray(items) ? additionalItems : items;
      yield* this.part(isPositional ? items[index] : rest, item, `${path}[${index}]`);
    }
    if (contains !== undefined && !value.some((item) => this.fits(contains, item, path)))
      yield { path, message: "has no entry of the required kind" };
    if (schema["uniqueItems"] === true && this.hasRepeatedItem(value))
      yield { path, message: "must not hold an entry twice" };
  }

  private hasRepeatedItem(items: unknown[]): boolean {
    const scalars = new Set<unknown>();
    const structures: unknown[] = [];
    for (const item of items) {
      if (typeof item !== "object" || item === null) {
        if (scalars.has(item)) return true;
        scalars.add(item);
      } else {
        if (structures.some((other) => this.isEqual(other, item))) return true;
        structures.push(item);
      }
    }
    return false;
  }

  private *ofObject(schema: JsonSchema, value: JsonSchema, path: string): Generator<Mismatch> {
    const { propertyNames, additionalProperties: others } = schema;
    const read = (keyword: string) => (schema[keyword] ?? {}) as JsonSchema;
    const at = (key: string, message: string) => ({ path: join(path, key), message });
    for (const name of (schema["required"] as string[] | undefined) ?? [])
      if (!Object.hasOwn(value, name)) yield at(name, "is required");
    for (const key of propertyNames === undefined ? [] : Object.keys(value))
      if (!this.fits(propertyNames, key, path)) yield at(key, "has a name that is not allowed");
    const [properties, patterns] = [read("properties"), Object.entries(read("patternProperties"))];
    for (const [key, member] of Object.entries(value)) {
      const schemas = patterns
        .filter(([pattern]) => this.patterns.matches(pattern, key))
        .map(([, part]) => part);
      if (Object.hasOwn(properties, key)) schemas.push(properties[key]);
      if (schemas.length === 0 && others === false) yield at(key, "is not a declared property");
      if (schemas.length === 0 && others !== undefined) schemas.push(others);
      this.spend(1 + patterns.length);
      for (const part of schemas) yield* this.part(part, member, join(path, key));
    }
    for (const [key, dependency] of Object.entries(read("dependencies"))) {
      if (!Object.hasOwn(value, key)) continue;
      const names = Array.isArray(dependency) ? (dependency as string[]) : [];
      const missing = names.find((name) => !Object.hasOwn(value, name));
      if (missing !== undefined) yield at(missing, `is required beside ${key}`);
      if (!Array.isArray(dependency)) yield* this.part(dependency, value, path);
    }
  }
}

const join = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

/** Equality of JSON values: members in any order, `1` and `1.0` the same. `count` is called for each pair compared. */
export function jsonEqual(left: unknown, right: unknown, count: () => void = () => undefined): boolean {
  count();
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index], count));
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key], count))
  );
}
