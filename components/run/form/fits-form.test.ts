import { describe, expect, test } from "vitest";
import { collectInput } from "@/components/run/form/collect-input";
import { fitsForm } from "@/components/run/form/fits-form";
import { formFields, MAX_ITEMS } from "@/components/run/form/form-fields";

const fields = formFields({
  type: "object",
  required: ["note"],
  properties: {
    note: { type: "string" },
    short: { type: "string", maxLength: 20 },
    limit: { type: "integer" },
    unit: { type: "string", enum: ["km", "mi"] },
    strict: { type: "boolean", default: true },
    free: {},
    lines: { type: "array", items: { type: "string", maxLength: 10 } },
    place: { type: "object", properties: { city: { type: "string" } } },
  },
});

describe("an input fits the controls", () => {
  test.each([
    { note: "a\nb", short: "one line", limit: 3, unit: "km", strict: false, free: [1, { a: null }] },
    { note: "", lines: ["a", null, "b"], place: { city: "Seoul" } },
    { lines: Array.from({ length: MAX_ITEMS }, () => "x") },
    {},
  ])("%j", (input) => {
    expect(fitsForm(fields, input)).toBe(true);
  });

  test.each([
    { unknown: 1 },
    { note: null },
    { note: 5 },
    { note: "a\r\nb" },
    { short: "two\nlines" },
    { short: "" },
    { limit: "3" },
    { unit: "ly" },
    { strict: "yes" },
    { free: null },
    { lines: "a" },
    { lines: [1] },
    { lines: Array.from({ length: MAX_ITEMS + 1 }, () => "x") },
    { place: ["Seoul"] },
    { place: { city: "Seoul", more: 1 } },
  ])("or stays JSON: %j", (input) => {
    expect(fitsForm(fields, input)).toBe(false);
  });
});

test("a list whose default is longer than the form shows is written as JSON", () => {
  const long = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => `${index}`);
  const [field] = formFields({
    properties: { lines: { type: "array", items: { type: "string" }, default: long } },
  });
  expect([field?.kind, JSON.parse(field?.defaultText ?? "")]).toEqual(["json", long]);
});

test("a box that is ticked at first and then is not says so, though it may be left out", () => {
  const empty = { text: () => null, keys: () => [] };
  expect(collectInput(fields.slice(1), empty)).toEqual({ ok: true, input: { strict: false } });
});
