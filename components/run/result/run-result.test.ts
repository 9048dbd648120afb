import { expect, test } from "vitest";
import { listDifferences } from "@/components/run/result/run-result";

test("values that say the same do not differ, whatever the order of their names", () => {
  const declared = { a: 1, b: [{ c: null, d: "x" }] };
  expect(listDifferences(declared, { b: [{ d: "x", c: null }], a: 1 })).toEqual([]);
});

test("each place that differs is named, with both sides", () => {
  const declared = { n: 1, list: ["a", "b"], gone: true };
  const here = { n: 2, list: ["a"], added: null };
  expect(listDifferences(declared, here)).toEqual([
    { path: "n", declared: 1, here: 2 },
    { path: "list.1", declared: "b", here: undefined },
    { path: "gone", declared: true, here: undefined },
    { path: "added", declared: undefined, here: null },
  ]);
});

test("another kind of value is one difference, at its place", () => {
  expect(listDifferences({ a: [] }, { a: {} })).toEqual([{ path: "a", declared: [], here: {} }]);
  expect(listDifferences("x", { x: 1 })).toEqual([{ path: "", declared: "x", here: { x: 1 } }]);
});

test("a value that differs everywhere is not listed without end", () => {
  const numbers = Array.from({ length: 1_000 }, (_, i) => i);
  expect(listDifferences(numbers, numbers.toReversed())).toHaveLength(50);
});
