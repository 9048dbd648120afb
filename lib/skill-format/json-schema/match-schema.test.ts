import Ajv from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSchemaIssue, listUndescribedProperties } from "./check-schema";
import { matchSchema } from "./match-schema";

const key = fc.constantFrom("a", "b", "c");
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, 1, 2.5, -3, "", "a", "ab", "🚀"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const small = fc.nat(3);
const type = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
/** Schemas of up to four keywords, so that each keyword often decides. */
const schema = fc.letrec<{ schema: unknown }>((tie) => {
  const inner = tie("schema");
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.array(json, { minLength: 1, maxLength: 3 }),
    const: json,
    minimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.integer({ min: 1, max: 3 }),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom("^a", "b$", "^(a|b)+$", "[^a]"),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    items: fc.oneof(inner, some),
    additionalItems: inner,
    contains: inner,
    properties: fc.dictionary(key, inner, { maxKeys: 2, noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]"), inner, {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    additionalProperties: inner,
    propertyNames: inner,
    required: fc.uniqueArray(key, { maxLength: 2 }),
    minProperties: small,
    maxProperties: small,
    dependencies: fc.dictionary(key, fc.oneof(inner, fc.uniqueArray(key, { maxLength: 2 })), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: inner,
    if: inner,
    else: inner,
  };
  const keyword = fc.oneof(
    ...[...Object.entries(keywords), ["then", inner] as const].map(([name, arb]) =>
      arb.map((value) => ({ [name]: value })),
    ),
  );
  const keyed = fc.array(keyword, { maxLength: 4 }).map((parts) => Object.assign({}, ...parts) as unknown);
  return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), keyed) };
}).schema;

it("agrees with a compiling validator on every schema and value", () => {
  const ajv = new Ajv({ strict: false, logger: false, validateSchema: false });
  fc.assert(
    fc.property(schema, json, (someSchema, value) => {
      const expected = ajv.validate(someSchema as object | boolean, value);
      const wrapped =
        typeof someSchema === "boolean" ? { allOf: [someSchema] } : (someSchema as Record<string, unknown>);
      expect(matchSchema(wrapped, value).state).toBe(expected ? "match" : "mismatch");
    }),
    { numRuns: 300 },
  );
});

describe("the place of a mismatch", () => {
  it.each([
    [
      { properties: { rows: { items: { properties: { id: { type: "integer" } } } } } },
      { rows: [{ id: 1 }, { id: "x" }] },
      "rows[1].id",
    ],
    [{ required: ["q"] }, {}, "q"],
    [{ additionalProperties: false, properties: { a: true } }, { b: 1 }, "b"],
    [{ type: "object" }, [], ""],
  ])("%j against %j is %j", (someSchema, value, path) => {
    expect(matchSchema(someSchema, value)).toMatchObject({ state: "mismatch", mismatch: { path } });
  });
});

describe("hostile schemas end as undecided", () => {
  const exponential: Record<string, unknown> = { type: "string" };
  const definitions = Object.fromEntries(
    Array.from({ length: 41 }, (_, level) => {
      const below = { $ref: `#/definitions/d${level - 1}` };
      return [`d${level}`, level === 0 ? exponential : { anyOf: [below, below] }];
    }),
  );

  it.each([
    ["a reference to itself", { $ref: "#" }, 1],
    ["a reference outside", { $ref: "https://example.com/schema.json" }, 1],
    ["an exponential one", { $ref: "#/definitions/d40", definitions }, 1],
    [
      "unique entries among many objects",
      { uniqueItems: true },
      Array.from({ length: 20_000 }, (_, n) => ({ a: { b: n } })),
    ],
    ["a look-behind", { pattern: "(?<=a)b" }, "ab"],
  ])("%s", (_name, someSchema, value) => {
    expect(matchSchema(someSchema, value).state).toBe("undecided");
  });

  it("a catastrophic pattern is decided", () => {
    expect(matchSchema({ pattern: "^(a+)+$" }, `${"a".repeat(20_000)}!`).state).toBe("mismatch");
  });
});

describe("what is a Draft-07 schema", () => {
  it.each([
    [{}],
    [{ type: "object", properties: {} }],
    [{ $ref: "#/definitions/a", definitions: { a: true } }],
    [{ enum: [{ $ref: "x" }] }],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema" }],
  ])("%j is one", (someSchema) => expect(findSchemaIssue(someSchema)).toBeNull());

  it.each([
    [{ type: "strng" }],
    [{ properties: [] }],
    [{ properties: { a: { type: "strng" } } }],
    [{ required: "a" }],
    [{ required: [1] }],
    [{ maxProperties: -1 }],
    [{ pattern: "(" }],
    [{ enum: [] }],
    [
      {
        enum: [
          { a: 1, b: [2] },
          { b: [2], a: 1 },
        ],
      },
    ],
    [{ $ref: "#/definitions/none" }],
    [{ properties: { a: { $ref: "file:///etc/passwd" } } }],
    [{ $ref: "#/__proto__/x" }],
  ])("%j is none", (someSchema) => expect(findSchemaIssue(someSchema)).not.toBeNull());

  it("a schema nested without end is refused, not run into", () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 50_000; level += 1) deep = { not: deep };
    expect(findSchemaIssue(deep)).toContain("nested");
  });
});

it("properties without a description are found at any depth", () => {
  const rows = { description: "rows", items: { properties: { id: {}, note: { description: "text" } } } };
  expect(
    listUndescribedProperties({ properties: { a: { type: "string" }, rows, "b.c": { description: " " } } }),
  ).toEqual(["properties.a", "properties.rows.items.properties.id", "properties.b.c"]);
});

it.each([
  [{ minLength: 1 }, "", "must have at least 1 character"],
  [{ maxItems: 1 }, [1, 2], "must have at most 1 entry"],
  [{ minItems: 2 }, [1], "must have at least 2 entries"],
  [{ minProperties: 1 }, {}, "must have at least 1 member"],
])("counts one thing as one: %j", (schema, value, message) => {
  expect(matchSchema(schema, value)).toMatchObject({ state: "mismatch", mismatch: { message } });
});
