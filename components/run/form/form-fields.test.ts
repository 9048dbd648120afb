import { describe, expect, test } from "vitest";
import { collectDraft, collectInput } from "@/components/run/form/collect-input";
import { formFields } from "@/components/run/form/form-fields";

const schema = {
  type: "object",
  properties: {
    limit: { type: "integer", description: "How many", default: 5, minimum: 1, maximum: 20 },
    text: { type: "string", description: "What to read" },
    unit: { type: "string", enum: ["km", "mi"] },
    strict: { type: "boolean" },
    rows: { type: "array" },
  },
  required: ["text"],
};
const from = (values: Record<string, string>, keys: Record<string, string[]> = {}) => ({
  text: (name: string) => values[name] ?? null,
  keys: (name: string) => keys[name] ?? [],
});

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
    const swapped = { ...schema, required: ["unit", "text", "unit", "nothing declared", "toString"] };
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

  test("refuses a number that would be another one after reading", () => {
    for (const [field, written] of [
      ["limit", "9,007,199,254,740,993"],
      ["rows", "[9007199254740993]"],
    ] as const) {
      const read = from({ text: "a", [field]: written });
      expect(collectInput(formFields(schema), read)).toEqual({
        ok: false,
        faults: [{ field, missing: false }],
      });
    }
  });

  test("gives back typed values and leaves empty optional fields out", () => {
    const read = from({ text: "a", limit: "1,000", unit: "", rows: "[1, 2]" });
    expect(collectInput(formFields(schema), read)).toEqual({
      ok: true,
      input: { text: "a", limit: 1000, rows: [1, 2] },
    });
  });

  test("a decimal comma is no number, rather than another one", () => {
    expect(collectInput(formFields(schema), from({ text: "a", limit: "0,5" }))).toEqual({
      ok: false,
      faults: [{ field: "limit", missing: false }],
    });
  });

  test("names the field that cannot be read", () => {
    expect(collectInput(formFields(schema), from({ text: "a", rows: "[1," }))).toEqual({
      ok: false,
      faults: [{ field: "rows", missing: false }],
    });
  });

  test("names every control that is needed and empty, and no text or list that may be", () => {
    const needed = formFields({
      properties: {
        query: { type: "string", minLength: 1 },
        texts: { type: "array", items: { type: "string" }, minItems: 1 },
        limit: { type: "integer" },
        unit: { enum: ["km"] },
        note: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
      },
      required: ["query", "texts", "limit", "unit", "note", "tags"],
    });
    expect(collectInput(needed, from({ note: "" }))).toEqual({
      ok: false,
      faults: ["query", "texts", "limit", "unit"].map((field) => ({ field, missing: true })),
    });
  });

  test("has no fields for a skill without a schema", () => {
    expect(formFields(null)).toEqual([]);
  });
});

describe("objects and arrays in the run form", () => {
  const person = {
    type: "object",
    properties: { name: { type: "string" }, "a.b": { type: "integer" }, wild: { type: "object" } },
    required: ["name"],
  };
  const nested = {
    type: "object",
    properties: {
      owner: person,
      rows: { type: "array", items: { type: "number" } },
      people: { type: "array", items: person },
      any: { type: "array", items: {} },
    },
  };
  const fields = formFields(nested);

  test("become groups and lists; what is free stays JSON", () => {
    expect(fields.map(({ kind }) => kind)).toEqual(["group", "list", "list", "json"]);
    expect(fields[0]?.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ["name", "multiline"],
      ["a.b", "integer"],
      ["wild", "json"],
    ]);
    expect(fields[2]?.item?.kind).toBe("group");
  });

  test("are read back as they were written, items in their order whatever their keys", () => {
    const read = from(
      {
        "owner.name": "A",
        "owner.a~1b": "7",
        "rows.3": "2.5",
        "rows.1": "-1",
        "people.0.name": "B",
        "people.9.name": "C",
      },
      { rows: ["3", "1"], people: ["0", "9"] },
    );
    expect(collectInput(fields, read)).toEqual({
      ok: true,
      input: {
        owner: { name: "A", "a.b": 7 },
        rows: [2.5, -1],
        people: [{ name: "B" }, { name: "C" }],
      },
    });
  });

  test("are left out when they are optional and empty, and complained of at their place otherwise", () => {
    expect(collectInput(fields, from({}))).toEqual({ ok: true, input: {} });
    expect(collectInput(fields, from({ "owner.a~1b": "x" }))).toEqual({
      ok: false,
      faults: [{ field: "owner.a~1b", missing: false }],
    });
    expect(collectInput(fields, from({ "rows.0": "" }, { rows: ["0"] }))).toEqual({
      ok: false,
      faults: [{ field: "rows.0", missing: true }],
    });
    const needed = formFields({ ...nested, required: ["rows", "owner"] });
    expect(collectInput(needed, from({}))).toEqual({ ok: true, input: { rows: [], owner: { name: "" } } });
  });

  test("go into the JSON view as they are, also half written", () => {
    const read = from({ "owner.a~1b": "x", "rows.0": "", "rows.1": "2", any: "[1," }, { rows: ["0", "1"] });
    expect(collectDraft(fields, read)).toEqual({ owner: { "a.b": "x" }, rows: [null, 2], any: "[1," });
  });

  test("do not grow without end", () => {
    const endless: Record<string, unknown> = { type: "object" };
    endless["properties"] = { inner: endless, list: { type: "array", items: endless } };
    const count = (all: ReturnType<typeof formFields>): number =>
      all.reduce((sum, { fields: inner, item }) => sum + 1 + count(inner) + (item ? count([item]) : 0), 0);
    expect(count(formFields(endless))).toBeLessThan(100);
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, { type: "string" }]));
    expect(formFields({ properties: wide })).toHaveLength(40);
  });

  test("members named like the prototype's do no harm", () => {
    const odd = formFields(
      JSON.parse(
        '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}',
      ) as object as Record<string, unknown>,
    );
    const result = collectInput(odd, from({ __proto__x: "a", constructor: "b" }));
    expect(result.ok && Object.hasOwn(result.input, "constructor")).toBe(true);
  });
});
