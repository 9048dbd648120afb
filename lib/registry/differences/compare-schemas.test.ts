import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/lib/testing/full-form";
import { compareSchemas } from "@/lib/registry/differences/list-differences";
import type { JsonSchema } from "@/lib/skill-format";
import { isSubschema } from "@/lib/registry/differences/subschema";

const text = { type: "string" };
const closed = (properties: object, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

test.each(["__proto__", "constructor", "hasOwnProperty"])(
  "%s is a keyword like any other nobody knows",
  (name) => {
    const schemaWith = (value: string) =>
      JSON.parse(`{"type":"object","minProperties":1,"${name}":${value}}`) as JsonSchema;
    expect(compareSchemas(schemaWith('{"a":1}'), schemaWith('{"a":2}'))).toBe("other");
    expect(compareSchemas({ type: "object", minProperties: 2 }, schemaWith("1"))).toBe("other");
  },
);

describe("a schema that changes", () => {
  test.each<[string, object | null, object | null, string]>([
    ["only its words", { ...text, description: "a" }, { ...text, title: "b" }, "same"],
    ["the order of its members", closed({ a: text, b: text }), closed({ b: text, a: text }), "same"],
    [
      "the order of required",
      closed({ a: text, b: text }, ["a", "b"]),
      closed({ a: text, b: text }, ["b", "a"]),
      "same",
    ],
    ["by an optional property", closed({ a: text }), closed({ a: text, b: text }), "wider"],
    ["by a required property", closed({ a: text }), closed({ a: text, b: text }, ["b"]), "other"],
    ["by asking for a property", closed({ a: text }), closed({ a: text }, ["a"]), "narrower"],
    ["by no longer asking", closed({ a: text }, ["a"]), closed({ a: text }), "wider"],
    ["by a property gone", closed({ a: text, b: text }), closed({ a: text }), "narrower"],
    ["by closing itself", { type: "object" }, closed({}), "narrower"],
    ["by another type", text, { type: "number" }, "other"],
    ["from integer to number", { type: "integer" }, { type: "number" }, "wider"],
    ["by one type more", text, { type: ["string", "null"] }, "wider"],
    ["by a value more", { enum: ["a"] }, { enum: ["a", "b"] }, "wider"],
    ["from values to any text", { enum: ["a"] }, text, "wider"],
    ["by a longer length", { ...text, maxLength: 5 }, { ...text, maxLength: 9 }, "wider"],
    ["by a lower bound", { type: "number" }, { type: "number", minimum: 0 }, "narrower"],
    ["by a pattern", text, { ...text, pattern: "^a" }, "narrower"],
    ["by another pattern", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }, "other"],
    ["by its items", { type: "array", items: { enum: [1] } }, { type: "array", items: {} }, "wider"],
    ["by an alternative", text, { anyOf: [text, { type: "null" }] }, "wider"],
    ["from none to one", null, text, "narrower"],
    ["from one to none", text, null, "wider"],
    [
      "what a reference means",
      { $ref: "#/definitions/a", definitions: { a: text } },
      { $ref: "#/definitions/a", definitions: { a: {} } },
      "other",
    ],
    [
      "how often something is contained",
      { contains: { const: 1 } },
      { contains: { const: 1 }, minContains: 0 },
      "other",
    ],
    ["a property called like a keyword", closed({ title: text }), closed({}), "narrower"],
  ])("%s", (_, before, after, change) => {
    expect(compareSchemas(before, after)).toBe(change);
  });
});

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, 1, 2, 3, 2.5, -1, "", "a", "b", "ab", "abc"),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3 }),
  ),
})).any;

const bound = fc.integer({ min: 0, max: 3 });
const schema: fc.Arbitrary<object | boolean> = fc.letrec<{ any: object | boolean }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: "schema" },
    fc.constantFrom<object | boolean>(true, {}, { type: "string" }, { type: "integer" }, { type: "null" }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, 2, null), { minLength: 1 }) }),
    fc.record({ const: fc.constantFrom("a", 1, null) }),
    fc.record(
      { type: fc.constantFrom("number", "integer"), minimum: bound, maximum: bound },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constantFrom("string", ["string", "null"]),
        minLength: bound,
        maxLength: bound,
        pattern: fc.constantFrom("^a", "b$"),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("any"),
        minItems: bound,
        maxItems: bound,
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("any"), { maxKeys: 2 }),
        required: fc.uniqueArray(fc.constantFrom("a", "b")),
        additionalProperties: tie("any"),
        maxProperties: bound,
      },
      { requiredKeys: [] },
    ),
    fc.record({ anyOf: fc.array(tie("any"), { minLength: 1, maxLength: 2 }) }),
    fc.record(
      { allOf: fc.array(tie("any"), { minLength: 1, maxLength: 2 }), type: fc.constant("object") },
      { requiredKeys: ["allOf"] },
    ),
    fc.record({ oneOf: fc.array(tie("any"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie("any") }),
  ),
})).any;

const asObject = (given: object | boolean): object =>
  typeof given === "object" ? given : { allOf: [given] };

describe("what is proven holds", () => {
  test("a value the narrower schema allows, the wider one allows too", () => {
    const ajv = new Ajv({ strict: false });
    let proven = 0;
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 5, maxLength: 20 }), (a, b, values) => {
        if (!isSubschema(a, b)) return;
        proven += 1;
        const [narrow, wide] = [ajv.compile(a), ajv.compile(b)];
        for (const one of values) if (narrow(one)) expect(wide(one)).toBe(true);
      }),
      { numRuns: runs(4_000) },
    );
    expect(proven).toBeGreaterThan(runs(100));
  });

  test("every schema lies within itself, and in the one that allows everything", () => {
    fc.assert(
      fc.property(schema, (a) => {
        expect(isSubschema(a, a)).toBe(true);
        expect(isSubschema(a, {})).toBe(true);
        expect(compareSchemas(asObject(a), asObject(a))).toBe("same");
      }),
    );
  });

  test("a change one way is the opposite the other way", () => {
    const opposite = { same: "same", wider: "narrower", narrower: "wider", other: "other" } as const;
    fc.assert(
      fc.property(schema, schema, (a, b) => {
        const [there, back] = [
          compareSchemas(asObject(a), asObject(b)),
          compareSchemas(asObject(b), asObject(a)),
        ];
        expect(back).toBe(opposite[there]);
      }),
    );
  });

  test("whatever a stranger writes as a schema ends without an error", () => {
    const bomb = (depth: number): object =>
      depth === 0 ? { minimum: 1 } : { anyOf: Array.from({ length: 4 }, () => bomb(depth - 1)) };
    expect(isSubschema(bomb(6), bomb(6))).toBe(true);
    expect(isSubschema({ anyOf: [bomb(6), { a: 1 }] }, { anyOf: [{ b: 1 }, bomb(6)] })).toBe(false);
    fc.assert(fc.property(fc.anything(), fc.anything(), (a, b) => void isSubschema(toJson(a), toJson(b))));
  });
});

function toJson(given: unknown): unknown {
  return JSON.parse(
    JSON.stringify(given, (_, member: unknown) => (typeof member === "bigint" ? 1 : member)) ?? "null",
  );
}
