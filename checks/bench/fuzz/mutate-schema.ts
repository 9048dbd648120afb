import type { Random } from "./random";

/** Parts that make schemas costly or wrong. */
const PARTS: readonly unknown[] = [
  true,
  false,
  null,
  5,
  "text",
  [],
  {},
  { $ref: "#" },
  { $ref: "#/definitions/a" },
  { $ref: "https://example.com/s" },
  { $dynamicRef: "#a" },
  { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
  { anyOf: [{ $ref: "#" }, { $ref: "#" }] },
  { allOf: [{ $ref: "#/definitions/a" }, { $ref: "#/definitions/a" }] },
  { oneOf: [{}, {}, {}] },
  { not: { $ref: "#" } },
  JSON.parse('{"if": {}, "then": {"$ref": "#"}, "else": false}') as unknown,
  { pattern: "^(a+)+$" },
  { pattern: "(?=a)b" },
  { pattern: "[" },
  { pattern: "(a{1,1000}){1,1000}" },
  { patternProperties: { "(x+x+)+y": { type: "string" } } },
  { uniqueItems: true },
  { enum: [{ a: 1 }, [1], null] },
  { const: { __proto__: null } },
  { multipleOf: 0 },
  { multipleOf: 1e-300 },
  { minLength: -1 },
  { maxProperties: Number.POSITIVE_INFINITY },
  { format: "date-time" },
  { format: "uri" },
  { format: "regex" },
  { items: [{}, { $ref: "#" }], additionalItems: false },
  { dependencies: { a: ["b"], b: { $ref: "#" } } },
  { propertyNames: { pattern: "^a" } },
  { $schema: "https://json-schema.org/draft/2020-12/schema", unevaluatedProperties: false },
  { $id: "#x", definitions: { a: { $ref: "#/definitions/a" } } },
];

const KEYWORDS =
  "type properties items anyOf allOf oneOf not if then else definitions dependencies required enum const pattern a b"
    .split(" ")
    .concat(
      "__proto__",
      "constructor",
      "additionalProperties",
      "contains",
      "$ref",
      "$id",
      "$defs",
      "prefixItems",
    );

/** A schema put together from a known one and parts that are costly or wrong. */
export function mutateSchema(schema: unknown, random: Random): unknown {
  let changed = schema;
  for (let left = 1 + random.below(5); left > 0; left -= 1) changed = mutateAt(changed, random, 0);
  return changed;
}

function mutateAt(node: unknown, random: Random, depth: number): unknown {
  if (depth > 40 || typeof node !== "object" || node === null || random.oneIn(4))
    return replace(node, random);
  if (Array.isArray(node)) {
    const items: readonly unknown[] = node;
    const at = random.below(items.length + 1);
    return [...items.slice(0, at), mutateAt(items[at] ?? {}, random, depth + 1), ...items.slice(at + 1)];
  }
  const keys = Object.keys(node);
  const key = random.oneIn(3) || keys.length === 0 ? random.pick(KEYWORDS) : random.pick(keys);
  const value = mutateAt((node as Record<string, unknown>)[key] ?? {}, random, depth + 1);
  return Object.fromEntries([...Object.entries(node), [key, value]]);
}

function replace(node: unknown, random: Random): unknown {
  const part = random.pick(PARTS);
  switch (random.below(4)) {
    case 0:
      return part;
    case 1:
      return { [random.pick(KEYWORDS)]: node };
    case 2:
      return { anyOf: [node, part], properties: { a: part } };
    default:
      return typeof node === "object" && node !== null && !Array.isArray(node) && typeof part === "object"
        ? { ...node, ...part }
        : part;
  }
}

/** A value to hold against a schema; some of them large or deep. */
export function makeValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 6 ? 4 : 8)) {
    case 0:
      return random.pick([
        null,
        true,
        false,
        0,
        -1,
        1.5,
        1e300,
        "",
        "a",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
        "2026-01-23",
      ]);
    case 1:
      return random.below(1_000);
    case 2:
      return "a".repeat(random.below(random.oneIn(30) ? 20_000 : 30));
    case 3:
      return random.oneIn(30) ? Array.from({ length: 3_000 }, (_, index) => ({ a: index })) : [];
    case 4:
    case 5:
      return Array.from({ length: random.below(6) }, () => makeValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(6) }, () => [
          random.pick(["a", "b", "c", "__proto__", "query"]),
          makeValue(random, depth + 1),
        ]),
      );
  }
}
