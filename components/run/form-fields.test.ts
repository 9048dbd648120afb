import { describe, expect, test } from "vitest";
import { collectInput, formFields } from "@/components/run/form-fields";

const schema = {
  type: "object",
  properties: {
    limit: { type: "integer", description: "How many", default: 5, minimum: 1, maximum: 20 },
    text: { type: "string", description: "What to read" },
    unit: { type: "string", enum: ["km", "mi"] },
    strict: { type: "boolean" },
    rows: { type: "array", items: { type: "number" } },
  },
  required: ["text"],
};
const from = (values: Record<string, string>) => (name: string) => values[name] ?? null;

describe("the run form", () => {
  test("asks for required fields first and keeps the declared order of the rest", () => {
    expect(formFields(schema).map((field) => field.name)).toEqual([
      "text",
      "limit",
      "unit",
      "strict",
      "rows",
    ]);
  });

  test("asks for the required fields in the order in which they are required", () => {
    const swapped = { ...schema, required: ["unit", "text", "unit", "nothing declared"] };
    expect(formFields(swapped).map((field) => field.name)).toEqual([
      "unit",
      "text",
      "limit",
      "strict",
      "rows",
    ]);
  });

  test("offers an enum as choices and a long text as several lines", () => {
    const kinds = Object.fromEntries(formFields(schema).map((field) => [field.name, field.kind]));
    expect(kinds).toEqual({
      text: "multiline",
      limit: "integer",
      unit: "choice",
      strict: "boolean",
      rows: "json",
    });
  });

  test("gives back typed values and leaves empty optional fields out", () => {
    const read = from({ text: "a", limit: "1,000", unit: "", rows: "[1, 2]" });
    expect(collectInput(formFields(schema), read)).toEqual({
      ok: true,
      input: { text: "a", limit: 1000, rows: [1, 2] },
    });
  });

  test("names the field that cannot be read", () => {
    expect(collectInput(formFields(schema), from({ text: "a", rows: "[1," }))).toEqual({
      ok: false,
      field: "rows",
    });
  });

  test("has no fields for a skill without a schema", () => {
    expect(formFields(null)).toEqual([]);
  });
});
