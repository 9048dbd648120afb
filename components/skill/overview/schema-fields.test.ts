import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schemaFields } from "@/components/skill/overview/schema-fields";

describe("schemaFields", () => {
  it("tells type, need, default, limits and meaning of each field in its order", () => {
    expect(
      schemaFields({
        type: "object",
        required: ["query"],
        properties: {
          query: { type: "string", description: "The search query", maxLength: 200 },
          max_results: { type: "integer", default: 5, minimum: 1, maximum: 20 },
          kinds: { type: "array", items: { type: "string" }, minItems: 1 },
          order: { enum: ["new", "old"] },
        },
      }),
    ).toEqual([
      {
        name: "query",
        type: "string",
        required: true,
        standard: null,
        limits: "≤ 200 chars",
        meaning: "The search query",
      },
      { name: "max_results", type: "integer", required: false, standard: "5", limits: "1–20", meaning: "" },
      { name: "kinds", type: "string[]", required: false, standard: null, limits: "≥ 1 items", meaning: "" },
      { name: "order", type: "enum", required: false, standard: null, limits: '"new", "old"', meaning: "" },
    ]);
  });

  it("separates the thousands of a bound, and leaves fractions and powers as they are written", () => {
    const limits = (field: object) => schemaFields({ properties: { field } })[0]?.limits;
    expect(limits({ minLength: 1, maxLength: 30_000 })).toBe("1–30,000 chars");
    expect(limits({ minimum: -12_000.5, maximum: 1e300 })).toBe("-12000.5–1e+300");
  });

  it("makes something readable of any schema a stranger writes", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        for (const field of schemaFields(schema)) expect(typeof field.type).toBe("string");
      }),
    );
    expect(schemaFields(null)).toEqual([]);
  });
});
