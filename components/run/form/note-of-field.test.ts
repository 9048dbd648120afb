import { expect, test } from "vitest";
import { formFields } from "@/components/run/form/form-fields";
import { noteOf } from "@/components/run/form/run-fields";

const note = (schema: object, required: string[] = []) =>
  formFields({ type: "object", properties: { a: schema }, required })
    .map((field) => noteOf(field, { required: "required" }))
    .join();

test("a range is written with its thousands grouped and large powers of ten as such", () => {
  expect(note({ type: "integer", minimum: 1, maximum: 1_000_000_000_000_000 }, ["a"])).toBe(
    "integer, 1–10¹⁵, required",
  );
  expect(note({ type: "integer", minimum: -20_000, maximum: 1_234_567_890 })).toBe(
    "integer, −20,000–1,234,567,890",
  );
  expect(note({ type: "number", minimum: 0.5, maximum: 1e21 })).toBe("number, 0.5–1e+21");
});

test("one bound says on which side it stands", () => {
  expect(note({ type: "integer", minimum: 1 })).toBe("integer, ≥\u00a01");
  expect(note({ type: "integer", maximum: 1000 })).toBe("integer, ≤\u00a01,000");
});

test("a property of any type is written as JSON", () => {
  expect(note({ description: "whatever" })).toBe("JSON");
});
