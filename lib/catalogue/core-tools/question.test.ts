import { expect, test } from "vitest";
import { type Question, readAnswers } from "@/lib/catalogue/core-tools/question";

const asked: Question = {
  type: "object",
  properties: {
    city: { type: "string", enum: ["Seoul", "上海"] },
    note: { type: "string" },
    year: { type: "integer", minimum: 1900, maximum: 2100 },
    height: { type: "number" },
    married: { type: "boolean" },
  },
  required: ["city"],
};

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["what was asked", { city: "Seoul" }, { city: "Seoul" }],
  [
    "every kind",
    { city: "上海", note: "", year: 1900, height: -0.5, married: false },
    { city: "上海", note: "", year: 1900, height: -0.5, married: false },
  ],
  ["nothing that was not asked", { city: "Seoul", admin: true, constructor: 1 }, { city: "Seoul" }],
  ["the ends of a range", { city: "Seoul", year: 2100 }, { city: "Seoul", year: 2100 }],
])("of an answer is taken %s", (_name, given, taken) => {
  expect(readAnswers(asked, given)).toEqual(taken);
});

test.each<[string, Record<string, unknown>]>([
  ["a required field is missing", {}],
  ["a required field is nothing", { city: null }],
  ["a choice was not offered", { city: "Busan" }],
  ["a text is a list", { city: "Seoul", note: ["x"] }],
  ["a text has no end", { city: "Seoul", note: "x".repeat(20_001) }],
  ["a whole number is none", { city: "Seoul", year: 1990.5 }],
  ["a number is below", { city: "Seoul", year: 1899 }],
  ["a number is above", { city: "Seoul", year: 2101 }],
  ["a number is a text", { city: "Seoul", height: "1" }],
  ["a number has no end", { city: "Seoul", height: Infinity }],
  ["a choice of two is a number", { city: "Seoul", married: 1 }],
])("an answer is refused when %s", (_name, given) => {
  expect(() => readAnswers(asked, given)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
});
